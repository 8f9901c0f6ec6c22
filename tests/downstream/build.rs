fn main() {
    println!("cargo::rustc-check-cfg=cfg(set_by_build_rs)");
    println!("cargo::rustc-cfg=set_by_build_rs");
    phalanx_build::Build::new()
        .cfg("set_by_build_rs", true)
        .compile();
}
