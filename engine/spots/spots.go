// Package spots lists the positions of a record with a decision, and selects
// them by criteria: kinds, classes, patterns, rolls, players and errors.
//
// Not for other modules.
package spots

import (
	"iter"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Spot is a position of a record with its decision.
type Spot struct {
	Game     int            `json:"game"`            // number in the record, from 1
	Move     int            `json:"move"`            // number of the line in a .mat file
	Player   board.Player   `json:"player"`          // player who decided
	Name     string         `json:"name,omitempty"`  // of that player, in the record
	Position board.Position `json:"-"`               // from the point of view of Match.Roller
	Match    board.Match    `json:"-"`               // with the dice after the roll
	Made     string         `json:"made,omitempty"`  // the decision, such as "24/18 13/11" or "double"; "" if the record ends here
	Error    *advice.Amount `json:"error,omitempty"` // cost of the decision, nil if unknown

	// NotDoubled is set for the decision not to double before the roll of the next
	// spot.
	NotDoubled bool `json:"-"`
}

// OfGame yields the spots of a game, by its index in the record, up to an
// error, which is an illegal action. Illegal plays with the position after them are no
// spots. Changes of the game from outside are not
// spots, but the last position is one if the game was not finished. Costs are
// those in the record. A decision not to double is a spot only if its cost is
// in the record.
func OfGame(m *record.Match, game int) iter.Seq2[Spot, error] {
	return func(yield func(Spot, error) bool) {
		w := walk{
			Replay: m.Replay(game), names: m.Names, game: game + 1,
			advice: advice.New(&search.Searcher{}, advice.Options{}), // used only for stakes
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

// walk iterates over a game.
type walk struct {
	*record.Replay
	names  [2]string
	game   int           // from 1
	before record.Action // the previous action
	advice *advice.Adviser
}

// spot returns the spot of the action.
func (w *walk) spot(action string) Spot {
	s := Spot{Game: w.game, Move: w.Row, Player: w.Action.Player, Position: w.Position, Match: w.State.Match, Made: action}
	if s.Player != board.Nobody {
		s.Name = w.names[s.Player]
	}
	return s
}

// spots returns the spots of the action.
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

// move returns the spot of a play, preceded by that of the decision not to
// double.
func (w *walk) move() (all []Spot) {
	a := &w.Action
	doubled := w.before.Kind == record.Take || w.before.Kind == record.Beaver
	if !doubled {
		if s := w.cube("no double", a.Analysis, analysis.Double, false); s.Error != nil {
			s.NotDoubled = true
			s.Match.Dice = board.Roll{}
			all = append(all, s)
		}
	}
	if w.Illegal {
		return all // no choice among the legal plays
	}
	s := w.spot("no play")
	if len(w.Play.Steps()) > 0 {
		s.Made = board.FormatPlay(w.Position, w.Play)
	}
	st := w.stakes()
	if lost, known := analysis.RecordedPlayLoss(a.Analysis, st, &w.Position, a.Roll, &w.Play.Result); known {
		s.cost(st, lost)
	}
	return append(all, s)
}

// cube returns the spot of a cube decision with the analysis in the record.
func (w *walk) cube(action string, a *record.Analysis, kind analysis.Kind, doubledOrTaken bool) Spot {
	s := w.spot(action)
	if a == nil || a.Cube == nil {
		return s
	}
	if st := w.stakes(); st != nil {
		if lost, known := analysis.RecordedCubeLoss(a, st, kind, doubledOrTaken); known {
			s.cost(st, lost)
		}
	}
	return s
}

// stakes returns the stakes before the roll, nil if there are none.
func (w *walk) stakes() *cube.Stakes {
	m := w.State.Match
	m.Dice = board.Roll{}
	st, err := w.advice.Stakes(&m)
	if err != nil {
		return nil
	}
	return st
}

// cost sets the cost of the decision, given in normalised equity.
func (s *Spot) cost(st *cube.Stakes, lost float64) {
	if s.Error = &(advice.Amount{Equity: lost}); st != nil {
		*s.Error = advice.AmountOfEquity(st, lost)
	}
}

// ofDecision returns the spot of an analysed decision.
func ofDecision(d *analysis.Decision, names [2]string) Spot {
	return Spot{
		Game: d.Game, Move: d.Move, Player: d.Player, Name: names[d.Player],
		Position: d.Position, Match: d.Match, Made: d.Made, Error: &d.Error,
		NotDoubled: d.Kind == analysis.Double && !d.DoubledOrTaken && !d.Open,
	}
}

// HasAnalysis reports whether a record contains the evaluation of any decision.
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
