// Package spots has the positions of records at which something is decided, and
// criteria by which they are searched: kinds, classes, patterns, rolls, players and
// errors.
package spots

import (
	"iter"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/search"
)

// Spot is a position of a record with what was decided there.
type Spot struct {
	Game     int            // its number in the record, from 1
	Move     int            // the number of the line in a .mat file
	Player   board.Player   // who decided
	Name     string         // of that player, as the record has it
	Position board.Position // seen by Match.Roller
	Match    board.Match    // with the dice if they are thrown
	Action   string         // what was decided, such as "24/18 13/11" or "double"; "" if the record ends here
	Lost     *float64       // normalised equity that the decision lost, nil if it is not known

	// NotDoubled says that it is the decision not to double before the roll of the spot
	// that follows.
	NotDoubled bool
}

// OfGame yields the spots of a game, by its index in the record, up to an error: an
// action against the rules. What is done to a game from outside is none, but the
// position at the end is one if the game was not finished. Errors are those that the
// record knows of. A decision not to double is a spot only if the record knows what it
// lost.
func OfGame(m *record.Match, game int) iter.Seq2[Spot, error] {
	return func(yield func(Spot, error) bool) {
		w := walk{
			Replay: m.Replay(game), names: m.Names, game: game + 1,
			advice: advice.New(&search.Searcher{}, advice.Options{}), // which knows the stakes
		}
		for w.Next() {
			for _, s := range w.spots() {
				if !yield(s, nil) {
					return
				}
			}
			w.before = w.Action
		}
		switch {
		case w.Err() != nil:
			yield(Spot{}, w.Err())
		case !w.Over() && w.Index > 0 && w.before.Kind != record.Rolled:
			s := w.spot("")
			s.Player = s.Match.Turn
			s.Name = m.Names[s.Player]
			yield(s, nil)
		}
	}
}

// walk goes through a game.
type walk struct {
	*record.Replay
	names  [2]string
	game   int           // from 1
	before record.Action // the one before this
	advice *advice.Adviser
}

// spot returns the spot of the action.
func (w *walk) spot(action string) Spot {
	s := Spot{Game: w.game, Move: w.Row, Player: w.Action.Player, Position: w.Position, Match: w.State.Match, Action: action}
	if s.Player != board.Nobody {
		s.Name = w.names[s.Player]
	}
	return s
}

// spots returns those of the action.
func (w *walk) spots() []Spot {
	a := &w.Action
	switch a.Kind {
	case record.Move:
		return w.move()
	case record.Rolled:
		return []Spot{w.spot("no play recorded")}
	case record.Double:
		return []Spot{w.cube("double", a.Analysis, analysis.Double, true)}
	case record.Take, record.Drop:
		take := a.Kind == record.Take
		return []Spot{w.cube(map[bool]string{true: "take", false: "pass"}[take], w.before.Analysis, analysis.Answer, take)}
	case record.Beaver, record.Resign:
		return []Spot{w.spot(a.Kind.String())}
	}
	return nil
}

// move returns the spot of a play, after that of the decision not to double.
func (w *walk) move() (all []Spot) {
	a := &w.Action
	doubled := w.before.Kind == record.Take || w.before.Kind == record.Beaver
	if !doubled {
		if s := w.cube("no double", a.Analysis, analysis.Double, false); s.Lost != nil {
			s.NotDoubled = true
			s.Match.Dice = board.Roll{}
			all = append(all, s)
		}
	}
	s := w.spot("no play")
	if len(w.Play.Steps()) > 0 {
		s.Action = board.FormatPlay(w.Position, w.Play)
	}
	if lost, known := analysis.RecordedPlayLoss(a.Analysis, &w.Position, a.Roll, &w.Play.Result); known {
		s.Lost = &lost
	}
	return append(all, s)
}

// cube returns the spot of a decision about the cube, of which the record says so much.
func (w *walk) cube(action string, a *record.Analysis, kind analysis.Kind, doubledOrTaken bool) Spot {
	s := w.spot(action)
	if a == nil || a.Cube == nil {
		return s
	}
	m := s.Match
	m.Dice = board.Roll{}
	if st, err := w.advice.Stakes(&m); err == nil {
		if lost, known := analysis.RecordedCubeLoss(a, st, kind, doubledOrTaken); known {
			s.Lost = &lost
		}
	}
	return s
}

// OfDecision returns the spot of a decision that was analysed.
func OfDecision(d *analysis.Decision, names [2]string) Spot {
	return Spot{
		Game: d.Game, Move: d.Move, Player: d.Player, Name: names[d.Player],
		Position: d.Position, Match: d.Match, Action: d.Text(), Lost: &d.Error.Equity,
		NotDoubled: d.Kind == analysis.Double && !d.Cube.DoubledOrTaken,
	}
}

// HasAnalysis reports whether a record says of any decision what it was worth.
func HasAnalysis(m *record.Match) bool {
	for g := range m.Games {
		for a := range m.Games[g].Actions {
			if m.Games[g].Actions[a].Analysis != nil {
				return true
			}
		}
	}
	return false
}
