package tournament

import (
	"context"

	"gammonlab/evalbench"
	"gammonlab/internal/workers"
)

// blockPairs is how many pairs share a frame of the file. Blocks end at multiples
// of it, so that an interrupted run leaves what one that was not has written.
const blockPairs = 10

// stint is a number of pairs for two players to play.
type stint struct {
	players [2]*Player
	numbers [2]int // in the ledger
	pairs   int    // to have in the end
	workers int

	// each, if set, receives the points of each pair for the first of the players
	// and returns whether to go on.
	each func(points []int) bool
}

// play plays the pairs of a stint that the ledger lacks. If it fails, the ledger
// has whole pairs.
func (l *Ledger) play(ctx context.Context, s *stint) error {
	key, turned := l.pairing(s.numbers[0], s.numbers[1])
	missing := s.pairs - l.pairs(key)
	if missing <= 0 {
		return nil
	}
	seed, exchanged := l.diceOf(key)
	a, b := s.players[0], s.players[1]
	if turned != exchanged {
		a, b = b, a
	}
	k := &blockWriter{ledger: l, key: key, next: l.pairs(key)}
	_, k.match = l.dice[key]
	match := evalbench.Match{
		A: a.Player, B: b.Player, NameA: a.Name, NameB: b.Name,
		Variant: l.settings.Variant, Rules: l.settings.Rules,
		Games: 2 * missing, First: k.next, Seed: seed, Workers: s.workers,
	}
	match.Observers = []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
		points := turn(i.Points(), exchanged)
		if err := k.add(points, i.Encode()); err != nil {
			return err
		}
		if s.each != nil && !s.each(turn(points, turned)) {
			return workers.ErrEnough
		}
		return nil
	})}
	if _, err := match.Run(ctx); err != nil {
		return err
	}
	return k.flush()
}

// turn returns the points of the other side, if turned is set.
func turn(points []int, turned bool) []int {
	if !turned {
		return points
	}
	other := make([]int, len(points))
	for i, p := range points {
		other[i] = -p
	}
	return other
}

// blockWriter writes pairs into a ledger, block by block.
type blockWriter struct {
	ledger *Ledger
	key    [2]int
	next   int // number of the next pair
	block  []int
	match  bool // each pair has a frame, with a record where it is like those before
}

func (k *blockWriter) add(points []int, record []byte) error {
	k.next++
	if k.match {
		if k.ledger.dice[k.key].opinions != "" { // this game has none
			record = nil
		}
		return k.ledger.add(k.key, points, record)
	}
	k.block = append(k.block, points...)
	if k.next%blockPairs != 0 {
		return nil
	}
	return k.flush()
}

// flush writes the pairs that are not written yet.
func (k *blockWriter) flush() error {
	if len(k.block) == 0 {
		return nil
	}
	block := k.block
	k.block = nil
	return k.ledger.add(k.key, block, nil)
}
