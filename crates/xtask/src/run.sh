#!/bin/bash
# Runs every program of the bundle on this machine, and prints what passed. It needs NVIDIA's driver, and
# nothing of Rust.
#
# ./run.sh            everything
# ./run.sh tests      one folder: tests, examples or benches
# ./run.sh sanitize   the tests again under memcheck, racecheck and synccheck of NVIDIA's compute-sanitizer

cd "$(dirname "$0")" || exit 1

# Where containers keep the driver's library, if the loader does not know.
for folder in /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib; do
    if [ -e "$folder/libcuda.so.1" ]; then
        export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    fi
done

table=""
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Counts a program's tests, or, if it is no test, the program itself as one. What says `not run: …` is
# told in the table, and never counts as passed.
count() {
    local program=$1 status=$2 seconds=$3 ok=0 bad=0 note line
    while read -r line; do
        if [[ $line =~ ^test\ result:\ .*\.\ ([0-9]+)\ passed\;\ ([0-9]+)\ failed ]]; then
            ok=$((ok + BASH_REMATCH[1]))
            bad=$((bad + BASH_REMATCH[2]))
        fi
    done < "$log"
    note=$(grep -m 1 '^not run: ' "$log")
    if [[ $program != tests/* ]] && [ "$status" -eq 0 ] && [ -z "$note" ]; then
        ok=$((ok + 1))
    fi
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    table+=$(printf '%-54s %6d passed %4d failed %6d s  %s' "$program" "$ok" "$bad" "$seconds" "$note")$'\n'
}

# Runs a command as one row of the table.
run() {
    local row=$1 start=$SECONDS
    shift
    echo "== $row"
    "$@" 2>&1 | tee "$log"
    count "$row" "${PIPESTATUS[0]}" $((SECONDS - start))
}

sanitize() {
    local tool program cases
    for tool in memcheck racecheck synccheck; do
        for program in tests/*; do
            case $program in
                # Ends in a trap or in an error of the driver, which is what it is to do and what these report.
                *panics* | *phalanx-runtime*) continue ;;
                # Only the cases that run on a GPU.
                *conformance*) cases=(cuda) ;;
                *) cases=() ;;
            esac
            # One by one: under racecheck two cooperative kernels at a time have been seen not to end.
            run "$program $tool" compute-sanitizer --tool "$tool" --error-exitcode 9 \
                "./$program" "${cases[@]}" --test-threads 1
        done
    done
}

for folder in ${1:-tests examples benches}; do
    if [ "$folder" = sanitize ]; then
        sanitize
        continue
    fi
    for program in "$folder"/*; do
        [ -x "$program" ] || continue
        case $folder in
            # The bundle is for machines with a GPU: on one without, this is to fail.
            examples) run "$program" "./$program" --device cuda ;;
            *) run "$program" "./$program" ;;
        esac
    done
done

echo
printf '%s' "$table"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
