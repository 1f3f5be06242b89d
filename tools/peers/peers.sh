#!/usr/bin/env bash
# Compares bin/gammonlab with the installed GNU Backgammon on one core, in turn:
# static evaluations a second by gnubg's own `calibrate`, which needs a terminal
# and evaluates random positions with contact, against ours with its weights on
# positions with contact from play; and the time to make bearoff databases. Where
# there is PyTorch, then learning with it, on two cores (torchbench).
#
#   ROUNDS=5 CORE=0 PYTHON=/usr/bin/python3 tools/peers/peers.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
export PATH="$PATH:/usr/games" LC_ALL=C
rounds=${ROUNDS:-5} core=${CORE:-0} parts=${PARTS:-static bearoff label}

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
	taskset -c "$core" bin/gammonlab bench speed --model "$weights" --no-training --time 400ms --json |
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

compare_static() {
	printf '%-8s %14s %14s %8s %14s\n' round gnubg/s contact/s ratio 'all classes/s'
	for ((round = 1; round <= rounds; round++)); do
		g=$(theirs)
		read -r contact all < <(ours)
		awk -v r="$round" -v g="$g" -v c="$contact" -v a="$all" -v ratios="$scratch/ratios" 'BEGIN {
			printf "%-8d %14d %14d %8.1f %14d\n", r, g, c, c / g, a
			print c / g >>ratios }'
	done
	printf 'median ratio of static evaluations: %.1f\n\n' "$(median <"$scratch/ratios")"
}

compare_bearoff() {
	printf '%-22s %14s %14s %8s\n' database 'makebearoff s' 'gammonlab s' ratio
	for ((round = 1; round <= rounds; round++)); do
		g=$(seconds makebearoff -o 6 -f "$scratch/g.bd")
		o=$(seconds bin/gammonlab bearoff generate one-sided --force --points 6 --workers 1 "$scratch/o.bd")
		cmp "$scratch/g.bd" "$scratch/o.bd"
		awk -v g="$g" -v o="$o" 'BEGIN { printf "%-22s %14.2f %14.2f %8.1f\n", "one-sided 6 points", g, o, g / o }'
	done
	g=$(seconds makebearoff -t 6x6 -f "$scratch/g.bd")
	o=$(seconds bin/gammonlab bearoff generate two-sided --force --points 6 --checkers 6 --workers 1 "$scratch/o.bd")
	cmp "$scratch/g.bd" "$scratch/o.bd"
	awk -v g="$g" -v o="$o" 'BEGIN { printf "%-22s %14.2f %14.2f %8.1f\n", "two-sided 6x6", g, o, g / o }'

	echo
	for python in ${PYTHON:-python3 /usr/bin/python3}; do
		if "$python" -c 'import torch' 2>/dev/null; then
			go build -o "$scratch/torchbench" ./tools/torchbench
			ROUNDS=$rounds "$python" tools/torchbench/torchbench.py "$scratch/torchbench"
			exit
		fi
	done
	echo 'peers.sh: no Python with torch (Debian: apt-get install python3-torch): learning is not compared' >&2
}

# Seconds of processor time of a command.
processor() {
	local TIMEFORMAT='%U %S'
	{ time taskset -c "$core" "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# Labels positions by gnubg: the seconds go to stdout, the equities to a file.
label_theirs() { # by ids equities
	GAMMONLAB_BY=$1 GAMMONLAB_IDS=$2 GAMMONLAB_ANSWERS=$scratch/answers TERM=dumb \
		taskset -c "$core" script -qec 'gnubg -t -q -p tools/peers/label.py' "$scratch/typescript" </dev/null >/dev/null
	tr '\r' '\n' <"$scratch/typescript" | awk '
		$1 == "equity" { id = $2; if (NF == 3) equity[id] = $3 }
		/ CL [+-]/ { equity[id] = $NF } # the last one counts
		END { for (id in equity) print id, equity[id] }' | sort >"$3"
	cat "$scratch/answers"
}

# Labels a database by ours with the same weights, less the time to start.
label_ours() { # database equities flags…
	local in=$1 equities=$2 all start
	shift 2
	set -- bin/gammonlab dataset label --model "$weights" --relabel --workers 1 "$@"
	rm -f "$scratch"/label-{all,one}.parquet
	all=$(processor "$@" --out "$scratch/label-all.parquet" "$in")
	start=$(processor "$@" --out "$scratch/label-one.parquet" "$scratch/one.parquet")
	bin/gammonlab dataset export --format csv "$scratch/label-all.parquet" 2>/dev/null | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["position_id"], 2 * $at["win"] - 1 + $at["win_gammon"] + $at["win_backgammon"] \
			- $at["lose_gammon"] - $at["lose_backgammon"] }' | sort >"$equities"
	awk -v all="$all" -v start="$start" 'BEGIN { print all - start }'
}

# One line of the table.
compare_labels() { # name by ids database flags…
	local name=$1 by=$2 ids=$3 in=$4 n g wall o
	shift 4
	n=$(wc -l <"$ids")
	read -r g wall < <(label_theirs "$by" "$ids" "$scratch/theirs")
	o=$(label_ours "$in" "$scratch/ours" "$@")
	join "$scratch/theirs" "$scratch/ours" | awk -v name="$name" -v n="$n" -v g="$g" -v wall="$wall" -v o="$o" '
		{ d = $2 - $3; sum += d < 0 ? -d : d }
		END { printf "%-26s %9d %9.1f %9.1f %9.1f %7.1f %12.5f\n", name, n, n / wall, n / g, n / o, g / o, sum / NR }'
}

# Makes a database of positions from gnubg's play against itself, and a list of
# their IDs.
make_positions() { # name positions
	bin/gammonlab dataset generate --player "net:$weights" --per-game 4 --positions "$2" --out "$scratch/$1.parquet" >/dev/null 2>&1
	bin/gammonlab dataset export --format csv "$scratch/$1.parquet" 2>/dev/null | tail -n +2 | cut -d, -f1 >"$scratch/$1.ids"
}

compare_label() {
	make_positions one 1
	make_positions few 16
	make_positions many 2000
	processor bin/gammonlab eval 4HPwATDgc/ABMA >/dev/null # makes the databases of endings
	printf '%-26s %9s %9s %9s %9s %7s %12s\n' 'positions/s, one thread' positions 'wall' 'gnubg' 'ours' ratio 'difference'
	for ((round = 1; round <= (rounds + 1) / 2; round++)); do # gnubg waits 10 ms for each
		compare_labels 'ply1' ply1 "$scratch/many.ids" "$scratch/many.parquet" --method ply1
		compare_labels 'ply1, pruning' ply1-pruned "$scratch/many.ids" "$scratch/many.parquet" --method ply1 --prune
	done
	for luck in quick full; do
		compare_labels "144 trials, 11 turns, $luck" rollout "$scratch/few.ids" "$scratch/few.parquet" \
			--method rollout --trials 144 --truncate 11 --variance-reduction "$luck"
	done
}

for part in $parts; do "compare_$part"; done
