package tournament

import (
	"context"

	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/workers"
)

// blockPairs is the number of pairs in a frame of the file. Blocks end at multiples of
// blockPairs, so that interrupted and complete runs write the same frames.
const blockPairs = 10

// stint is a number of pairs for two players to play.
type stint struct {
	players [2]*Player
	numbers [2]int // numbers of the players in the ledger
	pairs   int    // number of pairs at the end

	// each, if set, receives the points of each pair for the first player and returns
	// whether to continue.
	each func(points []int) bool

	match evalbench.Match // plays the missing pairs
	block blockWriter
}

// prepare sets up the match, which continues the games in the ledger.
func (l *Ledger) prepare(s *stint) {
	key, turned := l.pairing(s.numbers[0], s.numbers[1])
	seed, exchanged := l.diceOf(key)
	a, b := s.players[0], s.players[1]
	if turned != exchanged {
		a, b = b, a
	}
	s.block = blockWriter{ledger: l, key: key, next: l.pairs(key), end: s.pairs}
	_, s.block.match = l.dice[key]
	s.match = evalbench.Match{A: *a, B: *b, Conditions: l.settings.Conditions, Games: 2 * s.pairs}
	s.match.Seed = seed
	s.match.Observers = []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
		points := turn(i.Points(), exchanged)
		if err := s.block.add(points, i.Encode()); err != nil {
			return err
		}
		if s.each != nil && !s.each(turn(points, turned)) {
			return workers.ErrEnough
		}
		return nil
	})}
}

// pairsAhead is the number of pairs per worker that a pool may play beyond a decision.
const pairsAhead = 2

// play plays the pairs of a stint that the ledger lacks, until each says that no more are wanted.
func (l *Ledger) play(ctx context.Context, s *stint, workers int, pool farm.Pool) error {
	l.prepare(s)
	series := evalbench.Series{Pieces: []evalbench.Piece{s.piece(0, s.pairs)}, Workers: workers, Pool: pool, Ahead: pairsAhead, Durable: l.Sync}
	if err := series.Run(ctx); err != nil {
		return err
	}
	return s.block.flush()
}

// piece returns the pairs that the ledger lacks up to the given number.
func (s *stint) piece(from, pairs int) evalbench.Piece {
	from = max(from, s.block.next)
	return evalbench.Piece{Match: &s.match, First: from, Items: max(pairs-from, 0)}
}

// turn returns the points for the other side if turned is set, otherwise points.
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

// blockWriter writes pairs to a ledger in blocks; the last block may be smaller.
type blockWriter struct {
	ledger *Ledger
	key    [2]int
	next   int // number of the next pair
	end    int // number of pairs at the end
	block  []int
	match  bool // each pair has its own frame, with a record if all pairs so far have one
}

func (k *blockWriter) add(points []int, record []byte) error {
	k.next++
	if k.match {
		if k.ledger.dice[k.key].assessment != "" { // the match has luck or a judge, this game has not
			record = nil
		}
		return k.ledger.add(k.key, points, record)
	}
	k.block = append(k.block, points...)
	if k.next%blockPairs != 0 && k.next != k.end {
		return nil
	}
	return k.flush()
}

// flush writes the remaining pairs.
func (k *blockWriter) flush() error {
	if len(k.block) == 0 {
		return nil
	}
	block := k.block
	k.block = nil
	return k.ledger.add(k.key, block, nil)
}
