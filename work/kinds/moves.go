package kinds

import (
	"context"
	"errors"

	"gammonlab/board"
	"gammonlab/work"
)

// movesWork has the settings of the command moves.
type movesWork struct {
	diceWork
	Variant board.Variant `json:"variant" default:"backgammon" group:"Rules, cube and score" help:"variant <GAME>: {values}"`
}

// Validate returns an error if the dice are no roll.
func (w *movesWork) Validate() error { return w.check() }

func movesKind() work.Kind[movesWork, *board.PlayList] {
	return work.Kind[movesWork, *board.PlayList]{
		Name: "moves", Title: "Legal plays", Unit: "positions", Local: true, Serial: true,
		Usage: "list the legal plays of a roll",
		Help: `Prints the distinct positions after the legal plays of a roll, as position IDs from the
point of view of the opponent, who is then on roll. Without a legal play it prints none.

@POSITIONS
If ID contains the dice, --dice is optional and overrides them.

Example:
   gammonlab moves --dice 31 4HPwATDgc/ABMA
   gammonlab moves --dice 31 --format csv - < positions.txt`,
		Columns: func(*movesWork) string { return board.PlayListHeader },
		Ask: func(_ context.Context, w *movesWork, _ *work.Env) (*work.Answers[*board.PlayList], error) {
			return &work.Answers[*board.PlayList]{Variant: w.Variant, Answer: w.answer}, nil
		},
	}
}

func (w *movesWork) answer(_ context.Context, s *board.XGID) (*board.PlayList, error) {
	roll, err := w.of(s)
	if err == nil && roll == (board.Roll{}) {
		err = work.Refused(errors.New("no dice: give --dice, or a position that they come with"))
	}
	if err != nil {
		return nil, err
	}
	return board.NewPlayList(s.Position, roll), nil
}
