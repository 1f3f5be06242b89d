#!/usr/bin/env bash
# Trains the weights for GNU Backgammon in nets/gnubg: gnubg-128, of the size of gnubg's own
# nets, and gnubg-512. Labels are by the shipped net default, in games of default that begin
# in pools of fast. To resume after an interruption, run the script again.
#
#   docs/recipes/gnubg.sh FOLDER
set -euo pipefail
gammonlab=${GAMMONLAB:-$(pwd)/bin/gammonlab}
mkdir -p "${1:?the folder to work in}/pools"
cd "$1"

step() { [[ ! -e $1 ]] && echo "== $1"; }

# 1. Pools of starting positions.
for plies in 2-10 6-30 20-60; do
	step "pools/odd-$plies.parquet" && "$gammonlab" dataset generate --player net:fast --odd --random-plies $plies \
		--positions 40000 --seed 671 --out "pools/odd-$plies.parquet"
done
for kind in backgame prime straggler stuck late-hit; do
	step "pools/kind-$kind.parquet" && "$gammonlab" dataset generate --player net:fast --kind $kind \
		--starts pools/odd-6-30.parquet --starts pools/odd-20-60.parquet --opening 0.2 --per-game 4 \
		--positions 15000 --seed 672 --out "pools/kind-$kind.parquet"
done
step pools/near.parquet && "$gammonlab" dataset generate --player net:fast --noise 0.05 --per-game 12 \
	--positions 250000 --seed 691 --out pools/near.parquet

# 2. Labels: 1-ply evaluations of all good plays of default's games. Most games of o1 and o2
# begin with the opening or near it; v, from other games, is for validation.
labels() { # NAME GAMES SEED FLAGS: labelled games
	step "$1.parquet" && "$gammonlab" dataset generate --trace 0 --prune --player net:default --games "$2" --seed "$3" \
		--sieve 5/0.2 --alternatives 3/0.1 --out "$1.parquet" "${@:4}"
	return 0
}
odd=(--starts pools/odd-2-10.parquet=1 --starts pools/odd-6-30.parquet=1 --starts pools/odd-20-60.parquet=0.7
	--starts pools/kind-backgame.parquet=1 --starts pools/kind-prime.parquet=0.5 --starts pools/kind-straggler.parquet=0.3
	--starts pools/kind-stuck.parquet=0.5 --starts pools/kind-late-hit.parquet=0.5)
labels w1 20000 701 --starts pools/near.parquet=1 "${odd[@]}" --opening 0.5
labels w2 20000 702 --starts pools/near.parquet=1 "${odd[@]}" --opening 0.5
labels o1 20000 721 --starts pools/near.parquet=6 "${odd[@]}" --opening 0.7
labels o2 20000 722 --starts pools/near.parquet=6 "${odd[@]}" --opening 0.7
labels v 700 999 --starts pools/near.parquet=1 --opening 0.9
merged() { # NAME FILES, newest first
	step "$1.parquet" && "$gammonlab" dataset merge --out "$1.parquet" "${@:2}"
	return 0
}
merged m3 o1.parquet w2.parquet w1.parquet
merged m4 o2.parquet m3.parquet
merged m5 o2.parquet o1.parquet w1.parquet
merged mo o2.parquet o1.parquet

# 3. Training, each run from the one before.
run() { # NAME DATA PARTS UNITS FLAGS
	step "$1/model.safetensors" || return 0
	local sets=${3//race/gnubg-race214}
	sets=${sets//crashed/gnubg-crashed250@1}
	sets=${sets//contact/gnubg-contact250@1}
	"$gammonlab" train supervised --out "$1" --data "$2.parquet" --part "$3" --features "${sets//,//}" --hidden "$4" \
		--activation sigmoid --loss equity --patience 0 "${@:5}"
}
on() { run "$1" "$3" "$4" "$5" --from "$2/model.safetensors" --validation v.parquet "${@:6}"; } # NAME FROM DATA PARTS UNITS FLAGS

run n1 w1 race,crashed,contact 128 --holdout 0.03 --batch 512 --rate cosine:0.01:0.3:0 --epochs 12 --average 0.9995
on n2 n1 w1 race,crashed 128 --batch 256 --rate cosine:0.008:0.3:0 --epochs 30 --average 0.9998
on n3 n2 m3 contact 128 --batch 256 --rate cosine:0.006:0.1:0 --epochs 12 --average 0.9999
on n4 n3 m3 race,crashed 128 --batch 256 --rate cosine:0.006:0.1:0 --epochs 15 --average 0.9999
on n5 n4 m4 contact 128 --batch 256 --rate cosine:0.005:0.1:0 --epochs 14 --average 0.9999
on n6 n5 m5 contact,race,crashed 128 --batch 256 --rate cosine:0.006:0.1:0 --epochs 24 --average 0.9999
on n7 n6 m5 contact 128 --batch 512 --rate cosine:0.002:0.1:0 --epochs 12 --average 0.9998
on n8 n7 mo contact 128 --batch 512 --rate cosine:0.004:0.1:0 --epochs 70 --average 0.9998

on l1 n5 m4 contact 512 --batch 256 --rate cosine:0.004:0.1:0 --epochs 7 --average 0.9998
on l2 l1 m4 contact 512 --batch 512 --rate cosine:0.002:0.1:0 --epochs 6 --average 0.9998
on l3 l2 m4 race,crashed 128/256 --batch 256 --rate cosine:0.004:0.1:0 --epochs 14 --average 0.9998

# 4. Pruning nets of the sizes of gnubg's, and its file.
finish() { # NAME RUN
	local small=(--activation gnubg-sigmoid --data o1.parquet --positions 400000 --epochs 12)
	step "$1-p.safetensors" && "$gammonlab" weights prune "$2/model.safetensors" --part contact,crashed --hidden 16 --out "$1-p.safetensors" "${small[@]}"
	step "$1.safetensors" && "$gammonlab" weights prune "$1-p.safetensors" --part race --hidden 8 --out "$1.safetensors" "${small[@]}"
	step "$1.wd" && "$gammonlab" weights convert "$1.safetensors" "$1.wd"
	return 0
}
finish gnubg-128 n8
finish gnubg-512 l3
