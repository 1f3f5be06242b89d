package rollout

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Question is the question of a rollout: the value of a position, whether to
// double in it, or which play of a roll is best.
type Question struct {
	Position board.Position
	Roll     board.Roll   // roll whose plays are compared; the zero Roll for none
	Stakes   *cube.Stakes // of the player on roll, nil for a cubeless rollout
	Double   bool         // compares no double with double and take

	Plays      []board.Play // of the roll, to be compared; nil for the best ones without look-ahead
	Candidates int          // number of these, 0 for all
}

// Ranker ranks plays without look-ahead, such as [engine.Static].
type Ranker interface {
	Rank(pos *board.Position, plays []board.Play) []engine.Candidate
}

// Alternatives returns the alternatives to roll out.
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
