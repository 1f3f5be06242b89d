package external_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/engine/protocol"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// ownStatic returns an evaluator with random weights, always the same ones.
func ownStatic() (*engine.Static, error) {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 5)
	if err != nil {
		return nil, err
	}
	return engine.OfNet(net), nil
}

// ownEngine speaks UBGI as we do, with the evaluator of ownStatic.
func ownEngine() error {
	static, err := ownStatic()
	if err != nil {
		return err
	}
	d := &protocol.Decider{Adviser: advice.OfStatic(static, advice.Options{Beavers: true})}
	u := &protocol.UBGI{Decider: d, Jacoby: true, Keys: []protocol.Key{
		{Name: "engine.eval_mode", Type: "enum", Range: "cubeful|cubeless", Default: "cubeful", Set: func(value string) error {
			d.PlayCubeless = value == "cubeless"
			return nil
		}},
		{Name: "engine.seed", Type: "int", Range: "0..2147483647", Default: "0", Set: func(value string) error {
			var seed int32
			_, err := fmt.Sscan(value, &seed)
			return err
		}},
	}}
	return protocol.ServeUBGI(context.Background(), os.Stdin, os.Stdout, u, nil)
}

// In every dialect an engine makes the decisions of a player in this process,
// at every score and cube, with and without the cube.
func TestDialects(t *testing.T) {
	static := must.Get(ownStatic())(t)
	ours := player.NewGreedy(static)
	for name, dialect := range map[string]external.Dialect{
		"any": external.AnyDialect, "xgid": external.XGID, "fibs": external.Rawboard,
	} {
		p := external.NewUBGI([]string{os.Args[0], "engine", "ours", ""}, dialect, patient)
		defer p.Close()
		compare(t, name, ours, p, dialect)
	}
}

func compare(t *testing.T, name string, ours, p cubePlayer, dialect external.Dialect) {
	t.Helper()
	asked, yes, n := 0, 0, 200
	if testing.Short() {
		n = 70
	}
	for i, pos := range enginetest.Positions(n, 8) {
		p.NewGame(uint64(i) << 40)
		m := someMatch(i)
		state, err := cube.FromMatch(&m)
		if err != nil || dialect == external.Rawboard && m.Length == 0 && !m.Jacoby {
			continue // an impossible cube, or a Jacoby rule that FIBS boards do not contain
		}
		roll := board.Rolls[i%21]
		if plays := board.Plays(pos, roll); len(plays) > 0 {
			got, err := p.Choose(t.Context(), &pos, roll, plays)
			want, _ := ours.Choose(t.Context(), &pos, roll, plays)
			if err != nil || got != want {
				t.Fatalf("%s: %s %v: play %d, %v, want %d", name, pos.ID(), roll, got, err, want)
			}
			got, err = p.ChooseAt(t.Context(), &pos, &m, roll, plays)
			want, _ = ours.ChooseAt(t.Context(), &pos, &m, roll, plays)
			if err != nil || got != want {
				t.Fatalf("%s: %s %+v %v: play %d, %v, want %d", name, pos.ID(), m, roll, got, err, want)
			}
			asked++
		}
		if !state.MayDouble() {
			continue
		}
		double, err := p.Doubles(t.Context(), &pos, &m)
		wantDouble, _ := ours.Doubles(t.Context(), &pos, &m)
		if err != nil || double != wantDouble {
			t.Errorf("%s: %s %+v: doubles %v, %v, want %v", name, pos.ID(), m, double, err, wantDouble)
		}
		take, err := p.Takes(t.Context(), &pos, &m)
		wantTake, _ := ours.Takes(t.Context(), &pos, &m)
		if err != nil || take != wantTake {
			t.Errorf("%s: %s %+v: takes %v, %v, want %v", name, pos.ID(), m, take, err, wantTake)
		}
		if !take || double {
			yes++
		}
	}
	if asked < n/3 || yes < n/40 {
		t.Errorf("%s: %d plays, %d doubles or passes", name, asked, yes)
	}
}

// Errors contain the player's spec, which can be parsed again.
func TestErrorsNameTheCommand(t *testing.T) {
	p, _, err := external.Parse("ubgi,restarts=0:/nowhere/engine --plies 2")
	must.OK(t, err)
	pos := board.Backgammon.Start()
	if _, err = p.Choose(t.Context(), &pos, board.Roll{3, 1}, board.Plays(pos, board.Roll{3, 1})); err == nil || !strings.Contains(err.Error(), "ubgi:/nowhere/engine --plies 2") {
		t.Errorf("got %v", err)
	}
}
