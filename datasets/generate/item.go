package generate

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
)

// item is a piece of work, and what a worker makes of it.
type item struct {
	kind kind
	game int64 // number of a game of self-play

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
	roll   board.Roll // thrown there; the zero Roll if that is not known
	source string
	label  *label // nil for none
}

// found is a position that may be kept.
type found struct {
	pos    board.Position
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

// itemProducer produces the positions of items.
type itemProducer struct {
	settings *Settings
	games    *gamePlayer          // nil without self-play
	selector *informativeSelector // nil if all positions are kept
}

func newItemProducer(s *Settings) (*itemProducer, error) {
	w := &itemProducer{settings: s}
	var err error
	if s.plays() {
		if w.games, err = newGamePlayer(s); err != nil {
			return nil, err
		}
	}
	if s.Informative.Static == nil {
		return w, nil
	}
	w.selector, err = newInformativeSelector(s.Informative)
	return w, err
}

// work does the item. Positions at which wanted says no are not kept whatever is
// found, so that the work can be spared.
func (w *itemProducer) work(ctx context.Context, it *item, wanted func(engine.Class) bool) error {
	if it.kind == selfPlay {
		var err error
		if it.spots, err = w.games.play(ctx, it.spots[:0], it.game); err != nil {
			return err
		}
	}
	it.found = it.found[:0]
	for i := range it.spots {
		s := &it.spots[i]
		if class := engine.ClassOf(&s.pos); wanted(class) && w.settings.wantsKind(&s.pos) {
			it.found = append(it.found, found{pos: s.pos, class: class, source: s.source, label: s.label, from: class, informative: true})
		}
	}
	if w.selector == nil {
		return nil
	}
	return w.selector.look(ctx, it)
}
