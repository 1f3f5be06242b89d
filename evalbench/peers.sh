#!/usr/bin/env bash
# Compares bin/gammonlab with the installed GNU Backgammon on one core, in turn:
# static evaluations a second by gnubg's own `calibrate`, which needs a terminal
# and evaluates random positions with contact, against ours with its weights on
# positions with contact from play; and the time to make bearoff databases. Where
# there is PyTorch, then learning with it, on two cores (torchbench).
#
#   ROUNDS=5 CORE=0 PYTHON=/usr/bin/python3 evalbench/peers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PATH:/usr/games" LC_ALL=C
rounds=${ROUNDS:-5} core=${CORE:-0}

for program in gnubg makebearoff script taskset; do
	command -v "$program" >/dev/null || { echo "peers.sh: $program is not installed" >&2; exit 1; }
done
for weights in /usr/lib/gnubg/gnubg.wd /usr/share/gnubg/gnubg.wd; do
	if [[ -f $weights ]]; then break; fi
done
[[ -f $weights ]] || { echo 'peers.sh: no gnubg.wd: where are the weights of gnubg?' >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch GAMMONLAB_CACHE=$scratch

theirs() {
	printf 'calibrate 200\nquit\n' |
		taskset -c "$core" script -qec 'gnubg -t -q' "$scratch/typescript" >/dev/null
	tr '\r' '\n' <"$scratch/typescript" | sed -n 's/^Calibration result: \([0-9]*\).*/\1/p'
}

# Prints the evaluations a second of positions with contact, then of all.
ours() {
	taskset -c "$core" bin/gammonlab bench speed --model "$weights" --training=false --time 400ms --json |
		tr -d ' ,"' | awk -F: '
			$1 == "class" { class = $2 }
			$1 == "evals_per_second" && class == "" { all = $2 }
			$1 == "evals_per_second" && class == "contact" { contact = $2 }
			END { printf "%d %d\n", contact, all }'
}

seconds() {
	local TIMEFORMAT=%R
	{ time taskset -c "$core" "$@" >/dev/null 2>&1; } 2>&1
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

printf '%-8s %14s %14s %8s %14s\n' round gnubg/s contact/s ratio 'all classes/s'
for ((round = 1; round <= rounds; round++)); do
	g=$(theirs)
	read -r contact all < <(ours)
	awk -v r="$round" -v g="$g" -v c="$contact" -v a="$all" -v ratios="$scratch/ratios" 'BEGIN {
		printf "%-8d %14d %14d %8.1f %14d\n", r, g, c, c / g, a
		print c / g >>ratios }'
done
printf 'median ratio of static evaluations: %.1f\n\n' "$(median <"$scratch/ratios")"

printf '%-22s %14s %14s %8s\n' database 'makebearoff s' 'gammonlab s' ratio
for ((round = 1; round <= rounds; round++)); do
	g=$(seconds makebearoff -o 6 -f "$scratch/g.bd")
	o=$(seconds bin/gammonlab bearoff generate one-sided --points 6 --workers 1 "$scratch/o.bd")
	cmp "$scratch/g.bd" "$scratch/o.bd"
	awk -v g="$g" -v o="$o" 'BEGIN { printf "%-22s %14.2f %14.2f %8.1f\n", "one-sided 6 points", g, o, g / o }'
done
g=$(seconds makebearoff -t 6x6 -f "$scratch/g.bd")
o=$(seconds bin/gammonlab bearoff generate two-sided --points 6 --checkers 6 --workers 1 "$scratch/o.bd")
cmp "$scratch/g.bd" "$scratch/o.bd"
awk -v g="$g" -v o="$o" 'BEGIN { printf "%-22s %14.2f %14.2f %8.1f\n", "two-sided 6x6", g, o, g / o }'

echo
for python in ${PYTHON:-python3 /usr/bin/python3}; do
	if "$python" -c 'import torch' 2>/dev/null; then
		go build -o "$scratch/torchbench" ./evalbench/torchbench
		ROUNDS=$rounds "$python" evalbench/torchbench/torchbench.py "$scratch/torchbench"
		exit
	fi
done
echo 'peers.sh: no Python with torch (Debian: apt-get install python3-torch): learning is not compared' >&2
