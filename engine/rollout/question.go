package rollout

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Question is what a rollout is asked: what a position is worth, whether to double
// in it, or which play of a roll is best.
type Question struct {
	Position board.Position
	Roll     board.Roll   // whose plays are compared; the zero Roll for no plays
	Stakes   *cube.Stakes // of the player on roll, nil for a cubeless rollout
	Double   bool         // no double is compared with a double and a take

	Plays      []board.Play // of the roll, to be compared; nil for those that are best without looking ahead
	Candidates int          // how many of those, 0 for all
}

// Ranker ranks plays without looking ahead, such as [engine.Static].
type Ranker interface {
	Rank(pos *board.Position, plays []board.Play) []engine.Candidate
}

// Alternatives returns what is to be rolled out.
func (q *Question) Alternatives(by Ranker) ([]Alternative, error) {
	switch {
	case q.Position.Result() != 0:
		return nil, fmt.Errorf("position %s: the game is over", q.Position.ID())
	case q.Double && (q.Stakes == nil || q.Stakes.Doubled() == nil):
		return nil, fmt.Errorf("position %s: the player on roll may not double", q.Position.ID())
	case q.Double:
		return OfDouble(q.Position, q.Stakes), nil
	case q.Roll == (board.Roll{}):
		return OfPosition(q.Position, q.Stakes), nil
	}
	plays := q.Plays
	if plays == nil {
		for _, candidate := range by.Rank(&q.Position, board.Plays(q.Position, q.Roll)) {
			if q.Candidates > 0 && len(plays) >= q.Candidates {
				break
			}
			plays = append(plays, candidate.Play)
		}
	}
	if len(plays) == 0 {
		return nil, fmt.Errorf("position %s: %v cannot be played", q.Position.ID(), q.Roll)
	}
	return OfPlays(q.Position, plays, q.Stakes), nil
}

// Report returns the report of the rollout, yet without a result.
func (q *Question) Report(class engine.Class, settings *Settings) *Report {
	return &Report{
		Position: q.Position, Class: class, Roll: q.Roll, Stakes: q.Stakes, Double: q.Double, Settings: settings,
	}
}
