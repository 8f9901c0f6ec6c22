use phalanx_differential::frontend::Program;
use phalanx_compiler::converge::Among;
use phalanx_compiler::syntax::visit;
fn main() {
    let source = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let p = Program::new(&source).unwrap();
    let a = p.analyse();
    for r in &a.refusals { println!("refused line {}: {}", r.diagnostic.span.start().line, r.diagnostic.text()); }
    for (name, f) in &p.functions {
        if let Some(facts) = a.facts.get(name) {
            visit::exprs(f.body(), &mut |e| {
                let s = e.span.start();
                println!("{name} {}:{} {:?} launch {} block {} warp {}", s.line, s.column+1, std::mem::discriminant(&e.kind), facts.is_uniform(e.id, Among::Launch), facts.is_uniform(e.id, Among::Block), facts.is_uniform(e.id, Among::Warp));
            });
        }
    }
}
