package generate

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// item is a piece of work and its result.
type item struct {
	kind kind

	spots []spot // read from a file or played
	found []found
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
	label  *label  // nil for none
	weight float32 // NaN for none, without meaning if weights are not kept
}

// found is a position that may be kept.
type found struct {
	pos    board.Position
	roll   board.Roll // the roll; the zero Roll if unknown
	class  engine.Class
	source string
	label  *label       // nil for none
	choice bool         // it is the result of a play about which 0-ply and 1-ply disagree
	from   engine.Class // class of the spot where it was found
	weight float32      // without meaning if rows have no weights

	// Results of the selector; without one all positions are informative. Those of a
	// choice are always informative.
	informative bool
	compared    bool // plays from here were compared
	disagree    bool // 0-ply and 1-ply disagree about them
}

// find lists the positions of the item's spots that may be kept, of the wanted classes.
func (s *Settings) find(it *item, wanted func(engine.Class) bool) {
	it.found = it.found[:0]
	for i := range it.spots {
		p := &it.spots[i]
		if class := engine.ClassOf(&p.pos); wanted(class) && s.wantsPosition(&p.pos, p.match) {
			it.found = append(it.found, found{
				pos: p.pos, roll: p.roll, class: class, source: p.source, label: p.label, weight: p.weight, from: class, informative: true,
			})
		}
	}
}
