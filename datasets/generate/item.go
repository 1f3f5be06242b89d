package generate

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// item is a piece of work, and what comes of it.
type item struct {
	kind kind

	spots []spot // read from a file or played
	found []found
}

// kind is what an item is.
type kind uint8

const (
	selfPlay  kind = iota
	matchGame      // of a match record
	piece          // of a list or a database
)

// spot is a position where it stands in an item.
type spot struct {
	pos    board.Position
	match  *board.Match // nil if it is not known
	roll   board.Roll   // thrown there; the zero Roll if that is not known
	source string
	label  *label // nil for none
}

// found is a position that may be kept.
type found struct {
	pos    board.Position
	roll   board.Roll // thrown there; the zero Roll if that is not known
	class  engine.Class
	source string
	label  *label       // nil for none
	choice bool         // it follows after a play about which 0 and 1 ply disagree
	from   engine.Class // of the spot that it was found at

	// What the selector found; without one all positions are informative. Those of
	// a choice are in any case.
	informative bool
	compared    bool // plays from here were compared
	disagree    bool // and 0 and 1 ply disagree about them
}

// find lists the positions of the item's spots that may be kept, of the wanted classes.
func (s *Settings) find(it *item, wanted func(engine.Class) bool) {
	it.found = it.found[:0]
	for i := range it.spots {
		p := &it.spots[i]
		if class := engine.ClassOf(&p.pos); wanted(class) && s.wantsPosition(&p.pos, p.match) {
			it.found = append(it.found, found{
				pos: p.pos, roll: p.roll, class: class, source: p.source, label: p.label, from: class, informative: true,
			})
		}
	}
}
