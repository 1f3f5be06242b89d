package player_test

import (
	"context"
	"errors"
	"testing"

	"gammonlab/board"
)

// Every decision of a player that looks ahead ends with its context.
func TestLookAheadStops(t *testing.T) {
	pos, roll, m := board.Backgammon.Start(), board.Roll{3, 1}, board.NewMatch(5)
	plays := board.Plays(pos, roll)
	offer := m
	offer.Doubled, offer.Turn = true, m.Roller.Opponent()
	ended, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	for _, spec := range []string{"net:m,plies=1", "net:m,plies=1,noise=0.1,cubenoise=0.1"} {
		p := parse(t, spec).(cubePlayer)
		errs := map[string]error{}
		_, errs["Choose"] = p.Choose(ended, &pos, roll, plays)
		_, errs["ChooseAt"] = p.ChooseAt(ended, &pos, &m, roll, plays)
		_, errs["Doubles"] = p.Doubles(ended, &pos, &m)
		_, errs["Takes"] = p.Takes(ended, &pos, &offer)
		for what, err := range errs {
			if !errors.Is(err, cause) {
				t.Errorf("%s: %s returned %v, want an error that wraps %q", spec, what, err, cause)
			}
		}
	}
}
