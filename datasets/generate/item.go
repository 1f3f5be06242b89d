package generate

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// shard has consecutive items of files, or consecutive games of self-play.
type shard struct {
	kind  byte   // filesShard or gamesShard
	first uint64 // number of the first item, as in a [farm.Shard]
	items []item
}

// item is a piece of work and its result.
type item struct {
	kind kind

	spots      []spot // positions read from a file or from a game
	candidates []candidate
}

// kind is the kind of an item.
type kind uint8

const (
	selfPlay  kind = iota
	matchGame      // game of a match record
	piece          // piece of a list or a database
)

// spot is a position with its context in an item.
type spot struct {
	pos    board.Position
	match  *board.Match // nil if unknown
	roll   board.Roll   // the roll; the zero Roll if unknown
	source string
	label  *label  // nil for no label
	weight float32 // NaN for no weight; not used if rows have no weights
}

// candidate is a position that may be kept.
type candidate struct {
	pos    board.Position
	roll   board.Roll // the roll; the zero Roll if unknown
	class  engine.Class
	source string
	label  *label       // nil for no label
	choice bool         // it is the position after one of two plays: the best at 0 plies and the best at 1 ply
	from   engine.Class // class of the spot from which it comes
	weight float32      // not used if rows have no weights

	// Results of the selector. Without a selector all positions are informative; a choice
	// is always informative.
	informative bool
	compared    bool // the plays from here were compared
	disagree    bool // the best plays at 0 and at 1 ply differ by more than the threshold
}

// found returns the candidates without the positions after plays, which are the last.
func (it *item) found() []candidate {
	n := len(it.candidates)
	for n > 0 && it.candidates[n-1].choice {
		n--
	}
	return it.candidates[:n]
}

// find lists the positions of the item's spots that may be kept and belong to the wanted
// classes.
func (s *Settings) find(it *item, wanted func(engine.Class) bool) {
	it.candidates = it.candidates[:0]
	for i := range it.spots {
		p := &it.spots[i]
		if class := engine.ClassOf(&p.pos); wanted(class) && s.wantsPosition(&p.pos, p.match) {
			it.candidates = append(it.candidates, candidate{
				pos: p.pos, roll: p.roll, class: class, source: p.source, label: p.label, weight: p.weight, from: class, informative: true,
			})
		}
	}
}
