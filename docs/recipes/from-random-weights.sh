#!/usr/bin/env bash
# Trains the shipped nets from random weights by self-play only: no labels and no
# positions of another engine. Each step writes files that later steps read. To resume
# after an interruption, run the script again: it skips steps whose last file exists,
# and every command resumes. docs/recipes/README.md has digests, core-hours and the
# strength of each net.
#
#   docs/recipes/from-random-weights.sh FOLDER [LAST STEP]
set -euo pipefail
gammonlab=${GAMMONLAB:-$(pwd)/bin/gammonlab}
until=${2:-the end}
mkdir -p "${1:?the folder to work in}"
cd "$1"

step() { [[ ! -e $1 ]] && echo "== $1"; }
finish() { if [[ $1 == "$until"* ]]; then exit; fi; }

shapes=(--part race,crashed,contact --features gnubg-race214/gnubg-contact250/gnubg-contact250 --batch 256 --patience 0)
small=(--hidden 128-32/250-64/512-128 --activation relu)
large=(--hidden 256-64/512-128/1024-256-64 --activation relu)
medium=(--hidden 192-48/512-128-32/896-192-32 --activation relu)
fast=(--hidden 32/80/112 --activation sigmoid)

# pools FOLDER MODEL SEED ODD KINDS: generates pools, the starting positions of games.
pools() {
	mkdir -p "$1"
	for plies in 2-10 6-30 20-60; do
		step "$1/odd-$plies.parquet" && "$gammonlab" dataset generate --player "net:$2" --odd --random-plies $plies \
			--positions "$4" --seed "$3" --out "$1/odd-$plies.parquet"
	done
	for kind in backgame prime straggler stuck late-hit; do
		step "$1/kind-$kind.parquet" && "$gammonlab" dataset generate --player "net:$2" --kind $kind \
			--starts "$1/odd-6-30.parquet" --starts "$1/odd-20-60.parquet" --opening 0.2 --per-game 4 \
			--positions "$5" --seed $(($3 + 1)) --out "$1/kind-$kind.parquet"
	done
	return 0
}

# starts FOLDER BACKGAME STUCK OPENING [LATE-HIT STRAGGLER]: prints the flags for the starting positions of games.
starts() {
	echo --starts "$1/odd-2-10.parquet=1" --starts "$1/odd-6-30.parquet=1" --starts "$1/odd-20-60.parquet=0.7" \
		--starts "$1/kind-backgame.parquet=$2" --starts "$1/kind-prime.parquet=0.5" --starts "$1/kind-straggler.parquet=${6:-0.3}" \
		--starts "$1/kind-stuck.parquet=$3" --starts "$1/kind-late-hit.parquet=${5:-0.5}" --opening "$4"
}

# games NAME TEACHER LAMBDA GAMES SEED FLAGS: generates labelled games of the teacher.
games() {
	local name=$1 teacher=$2 lambda=$3 n=$4 seed=$5
	shift 5
	step "$name.parquet" && "$gammonlab" dataset generate --trace "$lambda" --prune --player "net:$teacher" \
		--games "$n" --seed "$seed" --out "$name.parquet" "$@"
	return 0
}

# learn NAME DATABASES FLAGS: trains a net on the databases, newest first.
learn() {
	local name=$1 databases=$2
	shift 2
	[[ ! -e run-$name/model.safetensors ]] || return 0
	local data=$databases
	if [[ $databases == *' '* ]]; then
		data=window-$name.parquet
		# shellcheck disable=SC2086 # several files
		[[ -e $data ]] || "$gammonlab" dataset merge --out "$data" $databases
	fi
	run "$name" --data "$data" "${shapes[@]}" "$@"
}

# run NAME FLAGS: trains, or resumes, run-NAME.
run() {
	local name=$1
	shift
	step "run-$name/model.safetensors" || return 0
	"$gammonlab" train supervised --out "run-$name" "$@"
}

# prune NAME FROM FLAGS: adds pruning nets to the net of a run.
prune() {
	local name=$1 from=$2
	shift 2
	step "$name.safetensors" && "$gammonlab" weights prune "$from" --out "$name.safetensors" --seed 1 "$@"
	finish "$name"
}

# 1. A net from random weights, by TD(0).
step run-s0/model.safetensors && "$gammonlab" train td --features gnubg-contact250 --hidden 128 --rate exp:0.1:0.004 \
	--games 400000 --checkpoint 40000 --bench-every 80000 --seed 1 --out run-s0
finish s0
pools pools1 run-s0/model.safetensors 11 60000 30000
# shellcheck disable=SC2207 # flags without blanks
odd=($(starts pools1 1.5 0.5 0.5))

# 2. Nets by class, trained on its labelled games.
prune s0p run-s0/model.safetensors --hidden 12
games a1 s0p.safetensors 0.7 40000 21 "${odd[@]}"
learn a1 a1.parquet "${small[@]}" --rate cosine:0.002:0.3:0 --average 0.9997 --epochs 8
prune a1 run-a1/model.safetensors --hidden 12 --data a1.parquet

# 3. Three short generations of 10,000 games; each is trained on all generations so far.
teacher=a1.safetensors window=
for i in 1 2 3; do
	games b$i "$teacher" 0.8 10000 $((100 + i)) "${odd[@]}"
	window="b$i.parquet${window:+ $window}"
	learn b$i "$window" --from "$teacher" "${small[@]}" --holdout 0.02 --rate cosine:0.0015:0.2:0 --average 0.9995 --epochs 3
	teacher=run-b$i/model.safetensors
	finish b$i
done

# 4. λ near 1: returns carry the results of back games back to their first positions.
games c1 "$teacher" 0.95 40000 31 "${odd[@]}"
learn c1 c1.parquet --from "$teacher" "${small[@]}" --holdout 0.02 --rate cosine:0.002:0.3:0 --average 0.9997 --epochs 6
prune c1 run-c1/model.safetensors --hidden 32 --data c1.parquet
games c2 c1.safetensors 0.95 60000 32 --sieve 5/0.2 "${odd[@]}"
learn c2 "c2.parquet c1.parquet" --from c1.safetensors "${small[@]}" --holdout 0.02 --rate cosine:0.002:0.3:0 --average 0.9997 --epochs 5
prune c2 run-c2/model.safetensors --hidden 32 --data c2.parquet

# 5. λ = 1: returns to the end of the game, from odd positions of a better net.
pools pools2 c2.safetensors 13 100000 60000
# shellcheck disable=SC2207
odd=($(starts pools2 2 0.7 0.45))
games c3 c2.safetensors 1 120000 33 --sieve 5/0.2 "${odd[@]}"
learn c3 "c3.parquet c2.parquet" --from c2.safetensors "${small[@]}" --holdout 0.02 --rate cosine:0.0015:0.3:0 --average 0.9997 --epochs 4
prune c3 run-c3/model.safetensors --hidden 32 --data c3.parquet

# 6. A larger net, from random weights, without the errors of earlier labels.
games c4 c3.safetensors 1 130000 34 --sieve 5/0.2 "${odd[@]}"
learn L1 "c4.parquet c3.parquet" "${large[@]}" --holdout 0.01 --rate cosine:0.002:0.3:0 --average 0.9998 --epochs 5
prune L1 run-L1/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data c4.parquet

# 7. A lower λ, because the bias on back games is lower.
pools pools3 run-c3/model.safetensors 15 100000 50000
# shellcheck disable=SC2207
odd=($(starts pools3 2 0.7 0.45))
games c5 L1.safetensors 0.9 150000 35 --sieve 5/0.2 "${odd[@]}"
learn L2 c5.parquet --from L1.safetensors "${large[@]}" --holdout 0.01 --rate cosine:0.0015:0.2:0 --average 0.9998 --epochs 3
prune L2 run-L2/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data c5.parquet

# 8. A net of the size of the shipped net, from random weights.
games c6 L2.safetensors 0.7 180000 36 --sieve 5/0.2 "${odd[@]}"
learn D1 "c6.parquet c5.parquet" "${medium[@]}" --holdout 0.01 --rate cosine:0.002:0.2:0 --average 0.9998 --epochs 4
prune D1 run-D1/model.safetensors --hidden 32 --positions 300000 --data c6.parquet

# 9. λ near 1 for back games and a low λ for other positions; more epochs.
games c9 D1.safetensors 0.7 90000 39 --sieve 5/0.2 "${odd[@]}"
pools pools5 D1.safetensors 51 100000 50000
# shellcheck disable=SC2207
odd=($(starts pools5 2 0.7 0.4))
games e2 D1.safetensors 0.8,backgame=0.97,stuck=0.97 300000 54 --sieve 5/0.2 "${odd[@]}"
learn D2 "e2.parquet c9.parquet c6.parquet" "${medium[@]}" --holdout 0.01 --rate cosine:0.002:0.2:0 --average 0.9998 --epochs 6
prune D2 run-D2/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e2.parquet

# 10. Another generation; then three more epochs, and the net fast.
pools pools6 D2.safetensors 61 100000 50000
# shellcheck disable=SC2207
odd=($(starts pools6 2 0.7 0.4))
games e3 D2.safetensors 0.7,backgame=0.97,stuck=0.9 320000 63 --sieve 5/0.2 "${odd[@]}"
learn D3 "e3.parquet e2.parquet c9.parquet" "${medium[@]}" --holdout 0.01 --rate cosine:0.002:0.2:0 --average 0.9998 --epochs 6
prune D3 run-D3/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e3.parquet
last=(--from D3.safetensors --holdout 0.01 --rate cosine:0.001:0.1:0 --average 0.9998 --epochs 3 --seed 2)
learn D4 "e3.parquet e2.parquet c9.parquet" "${medium[@]}" "${last[@]}"
prune D4 run-D4/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e3.parquet
learn G0 "e3.parquet e2.parquet c9.parquet" "${fast[@]}" --holdout 0.01 --rate cosine:0.006:0.2:0 --average 0.9998 --epochs 7
prune G0 run-G0/model.safetensors --hidden 16 --positions 300000 --data e3.parquet

# 11. Labels of a better net.
pools pools7 D4.safetensors 71 100000 50000
# shellcheck disable=SC2207
odd=($(starts pools7 3 0.7 0.4))
games e4 D4.safetensors 0.8,backgame=0.97,stuck=0.95 320000 73 --sieve 5/0.2 "${odd[@]}"
learn D5 "e4.parquet e3.parquet e2.parquet" "${medium[@]}" --from D4.safetensors --holdout 0.01 \
	--rate cosine:0.0012:0.1:0 --average 0.9998 --epochs 3 --seed 3
prune D5 run-D5/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e4.parquet

# 12. Labels of back games with λ = 1 replace all older labels of back games.
kinds=backgame,stuck,late-hit,straggler
step rest.parquet && "$gammonlab" dataset merge --without "$kinds" --out rest.parquet e4.parquet e3.parquet e2.parquet
# shellcheck disable=SC2207
odd=($(starts pools7 5 1 0.15 0.8 0.6))
games e5 D5.safetensors 0.8,backgame=1,stuck=1,late-hit=1,straggler=1 320000 83 --sieve 5/0.2 "${odd[@]}"
learn D6 "e5.parquet rest.parquet" "${medium[@]}" --from D5.safetensors --holdout 0.01 \
	--rate cosine:0.0014:0.1:0 --average 0.9998 --epochs 3 --seed 4
prune D6 run-D6/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e5.parquet

# 13. Games from the opening, from positions near it, and from odd positions.
mkdir -p pools8
step pools8/near.parquet && "$gammonlab" dataset generate --player net:D6.safetensors --noise 0.05 --per-game 12 \
	--positions 400000 --seed 91 --out pools8/near.parquet
# shellcheck disable=SC2207
odd=($(starts pools7 1.5 0.6 0.25 0.4) --starts pools8/near.parquet=3)
games e6 D6.safetensors 0.8,backgame=1,stuck=1,late-hit=1,straggler=1 420000 93 --sieve 5/0.2 "${odd[@]}"
step rest2.parquet && "$gammonlab" dataset merge --without "$kinds" --out rest2.parquet e4.parquet e3.parquet
step window.parquet && "$gammonlab" dataset merge --out window.parquet e6.parquet e5.parquet rest2.parquet
learn D8 window.parquet "${medium[@]}" --from D6.safetensors --holdout 0.01 \
	--rate cosine:0.0014:0.1:0 --average 0.9998 --epochs 3 --seed 14
prune D8 run-D8/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e6.parquet

# 14. The same nets from random weights; both joined, and the joined net trained on.
cat >fresh.json <<EOT
{"nets": [
  {"part": "crashed", "features": "gnubg-contact250", "hidden": [512, 128, 32], "activation": "relu", "fresh": true},
  {"part": "contact", "features": "gnubg-contact250", "hidden": [896, 192, 32], "activation": "relu", "fresh": true}],
 "rate": "cosine:0.002:0.3:0", "batch": 256, "epochs": 5, "patience": 0, "average": 0.9998, "holdout": 0.01, "seed": 19}
EOT
run D9 --config fresh.json --data window.parquet --from D8.safetensors
step joined.safetensors && "$gammonlab" weights join --out joined.safetensors D8.safetensors run-D9/model.safetensors
run H3 --data window.parquet --from joined.safetensors --part contact \
	--features gnubg-contact250 --activation relu --hidden 1792-384-64 --batch 256 --patience 0 --holdout 0.01 \
	--rate cosine:0.0008:0.05:0 --average 0.9998 --epochs 2 --seed 21
prune H3 run-H3/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data e6.parquet

# 15. Labels without noise of dice: 1-ply evaluations of all good plays of D8's games.
# shellcheck disable=SC2207
odd=(--starts pools8/near.parquet=1 $(starts pools7 1 0.5 0.5))
plays=(--sieve 5/0.2 --alternatives 3/0.1 "${odd[@]}")
games f1 D8.safetensors 0 58342 101 "${plays[@]}"
learn K1 f1.parquet "${medium[@]}" --from D8.safetensors --holdout 0.01 --rate cosine:0.001:0.1:0 --average 0.9995 --epochs 4 --seed 31

# 16. The same of the larger net H3, which teaches both.
last=(--batch 512 --loss equity --holdout 0.005 --average 0.9996)
games f2 H3.safetensors 0 147568 102 "${plays[@]}"
learn K2 "f2.parquet f1.parquet" "${medium[@]}" --from run-K1/model.safetensors "${last[@]}" --rate cosine:0.002:0.1:0 --epochs 5 --seed 41
prune K2 run-K2/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data f2.parquet
learn fast "f2.parquet f1.parquet" "${fast[@]}" --from G0.safetensors "${last[@]}" --rate cosine:0.005:0.1:0 --epochs 6 --seed 61
prune fast run-fast/model.safetensors --hidden 16 --positions 300000 --data f2.parquet

# 17. The larger net, first from labels of its own, then from those of its successor.
huge=(--part race,crashed,contact --features gnubg-race214/gnubg-contact250/gnubg-contact250 --patience 0
	--hidden 192-48/512-128-32/1792-384-64 --activation relu)
run H4 --data window-K2.parquet "${huge[@]}" --from H3.safetensors "${last[@]}" --rate cosine:0.0015:0.05:0 --epochs 3 --seed 42
prune H4 run-H4/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data f2.parquet
games f3 H4.safetensors 0 127363 103 "${plays[@]}"
step window-large.parquet && "$gammonlab" dataset merge --out window-large.parquet f3.parquet f2.parquet
run H5 --data window-large.parquet "${huge[@]}" --from H4.safetensors "${last[@]}" --rate cosine:0.0015:0.1:0 --epochs 4 --seed 43
prune H5 run-H5/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data f3.parquet

# 18. The larger net and K2 joined, and trained on labels of H5 and earlier ones.
games f4 H5.safetensors 0 157780 104 "${plays[@]}"
step joined-large.safetensors && "$gammonlab" weights join --out joined-large.safetensors H5.safetensors K2.safetensors
step window-joined.parquet && "$gammonlab" dataset merge --out window-joined.parquet f4.parquet f3.parquet f2.parquet
joined=(--part race,crashed,contact --features gnubg-race214/gnubg-contact250/gnubg-contact250
	--hidden 384-96/1024-256-64/2688-576-96 --activation relu --patience 0 --batch 512 --loss equity --holdout 0.004)
run H6 --data window-joined.parquet --from joined-large.safetensors "${joined[@]}" --average 0.9996 --rate cosine:0.0012:0.08:0 --epochs 3 --seed 44
prune H6 run-H6/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data f4.parquet

# 19. The same of H6 and its successor.
games f5 H6.safetensors 0 57871 105 "${plays[@]}"
step window-H7.parquet && "$gammonlab" dataset merge --out window-H7.parquet f5.parquet f4.parquet
run H7 --data window-H7.parquet --from H6.safetensors "${joined[@]}" --average 0.9996 --rate cosine:0.0008:0.05:0 --epochs 2 --seed 45
prune H7 run-H7/model.safetensors --hidden 64-16 --activation sigmoid,relu --positions 300000 --data f5.parquet
games f6 H7.safetensors 0 67720 61 "${plays[@]}"
step window-H8.parquet && "$gammonlab" dataset merge --out window-H8.parquet f6.parquet f5.parquet f4.parquet
run large --data window-H8.parquet --from H7.safetensors "${joined[@]}" --average 0.9997 --rate cosine:0.0008:0.05:0 --epochs 4 --seed 46

# 20. Pruning nets that learn from more positions.
more=(--hidden 64-16 --activation relu --positions 3000000)
prune large run-large/model.safetensors "${more[@]}" --data f6.parquet
prune pruned-K2 K2.safetensors "${more[@]}" --data f3.parquet

# 21. The shipped files have half precision.
for name in pruned-K2 fast large; do
	if step "$name-f16.safetensors"; then
		"$gammonlab" weights convert --precision f16 "$name.safetensors" "$name-f16.safetensors"
	fi
done

# 22. large ships without the units that never fire.
fires() { # NAME MODEL: positions of its games of every kind
	local sets=() set
	for set in "noisy --positions 1500000 --noise 0.1 --seed 77" "odd --positions 400000 --odd --random-plies 2-60 --seed 78" \
		"odder --positions 600000 --random-plies 4-40 --noise 0.05 --seed 79" \
		"kinds --positions 200000 --kind backgame,prime,straggler,stuck,late-hit --random-plies 6-30 --per-game 6 --seed 80"; do
		sets+=("$1-${set%% *}.parquet")
		# shellcheck disable=SC2086 # flags without blanks
		step "${sets[-1]}" && "$gammonlab" dataset generate --player "net:$2" --out "${sets[-1]}" ${set#* }
	done
	step "$1.parquet" && "$gammonlab" dataset merge --out "$1.parquet" "${sets[@]}"
	return 0
}
fires fires pruned-K2-f16.safetensors
if step large-cut.safetensors; then
	"$gammonlab" weights cut --data fires.parquet --out large-cut.safetensors large-f16.safetensors
fi

# 23. Nets of cube efficiencies.
cube() { # NAME MODEL FLAGS…
	if step "$1.safetensors"; then
		"$gammonlab" weights cube --data games-cube.parquet --hidden 128-32 --out "$1.safetensors" "${@:3}" "$2"
		"$gammonlab" weights convert --precision f16 "$1.safetensors" "$1-f16.safetensors"
	fi
}
if step games-cube.parquet; then
	"$gammonlab" dataset generate --player net:pruned-K2-f16.safetensors --positions 1200000 --noise 0.01 --seed 77 --per-game 20 --out games-cube.parquet
fi
cube cube-K2 pruned-K2-f16.safetensors --positions 1200000 --rounds 10
cube cube-large large-cut.safetensors --positions 250000 --rounds 2 --rate 0.0004 --from cube-K2-f16.safetensors

# 24. The next net: it loses the units that never fire, grows, and learns from large.
pools pools9 cube-K2-f16.safetensors 171 100000 50000
step pools9/near.parquet && "$gammonlab" dataset generate --player net:cube-K2-f16.safetensors --noise 0.05 --per-game 12 \
	--positions 400000 --seed 191 --out pools9/near.parquet
# shellcheck disable=SC2207
odd=(--starts pools9/near.parquet=1 $(starts pools9 1 0.5 0.5))
for k in 1 2 3 4 5 6 7 8; do
	games "g$k" cube-large-f16.safetensors 0 20000 "20$k" --sieve 5/0.2 --alternatives 3/0.1 "${odd[@]}"
done
step window-g5.parquet && "$gammonlab" dataset merge --out window-g5.parquet g1.parquet g2.parquet g3.parquet g4.parquet g5.parquet
step window-g8.parquet && "$gammonlab" dataset merge --out window-g8.parquet g1.parquet g2.parquet g3.parquet g4.parquet g5.parquet g6.parquet g7.parquet g8.parquet
if step cut-K2.safetensors; then
	"$gammonlab" weights cut --data window-g5.parquet --out cut-K2.safetensors cube-K2-f16.safetensors
fi
run A2 --data window-g8.parquet --from cut-K2.safetensors --part race,crashed,contact \
	--features gnubg-race214/gnubg-contact250/gnubg-contact250 --activation relu --hidden 192-48/512-128-32/1152-192-32 \
	--patience 0 --batch 512 --loss equity --holdout 0.005 --average 0.9997 --rate cosine:0.002:0.1:0 --epochs 8 --seed 142 --precision bf16

# 25. Twice the labels, and its own cube nets.
for k in 9 10 11 12 13 14 15 16; do
	games "g$k" cube-large-f16.safetensors 0 20000 "$((200 + k))" --sieve 5/0.2 --alternatives 3/0.1 "${odd[@]}"
done
step window-g16.parquet && "$gammonlab" dataset merge --out window-g16.parquet window-g8.parquet \
	g9.parquet g10.parquet g11.parquet g12.parquet g13.parquet g14.parquet g15.parquet g16.parquet
run next --data window-g16.parquet --from run-A2/model.safetensors --part race,crashed,contact \
	--features gnubg-race214/gnubg-contact250/gnubg-contact250 --activation relu --hidden 192-48/512-128-32/1152-192-32 \
	--patience 0 --batch 512 --loss equity --holdout 0.005 --average 0.9998 --rate cosine:0.0015:0.05:0 --epochs 6 --seed 144 --precision bf16
if step next.safetensors; then
	"$gammonlab" weights cut --data window-g5.parquet --out next-cut.safetensors run-next/model.safetensors
	"$gammonlab" weights convert --precision f16 next-cut.safetensors next.safetensors
fi
if step cube-next.safetensors; then
	"$gammonlab" dataset generate --player net:next.safetensors --positions 1200000 --noise 0.01 --seed 77 --per-game 20 --out games-cube-next.parquet
	"$gammonlab" weights cube --data games-cube-next.parquet --hidden 128-32 --positions 600000 --rounds 4 --rate 0.0005 \
		--from cube-K2-f16.safetensors --out cube-next.safetensors next.safetensors
	"$gammonlab" weights convert --precision f16 cube-next.safetensors cube-next-f16.safetensors
fi

# 26. Pruning nets, from positions of its own games.
fires fires-next cube-next-f16.safetensors
prune default cube-next-f16.safetensors "${more[@]}" --data fires-next.parquet
if step default-f16.safetensors; then
	"$gammonlab" weights convert --precision f16 default.safetensors default-f16.safetensors
fi
