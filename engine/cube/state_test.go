package cube_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

func TestValidate(t *testing.T) {
	match := func(length, own, opp, value int, owner cube.Owner, crawford bool) cube.State {
		s := cube.Match(length, own, opp, crawford)
		s.Cube, s.Owner = value, owner
		return s
	}
	for _, c := range []struct {
		state cube.State
		want  string // "" if there is nothing wrong
	}{
		{cube.Money(true, false), ""},
		{match(7, 3, 0, 1, cube.Centred, false), ""},
		{match(7, 3, 0, 2, cube.Player, false), ""},
		{match(7, 3, 0, 8, cube.Player, false), ""}, // the last double was the trailer's
		{match(7, 6, 3, 1, cube.Centred, true), ""},
		{match(7, 6, 6, 1, cube.Centred, false), ""},
		{match(1, 0, 0, 1, cube.Centred, true), ""},
		{cube.State{}, "cube at 0"},
		{cube.State{Cube: 3}, "cube at 3, want a power of 2"},
		{cube.State{Cube: 1 << 16}, "cube at 65536"},
		{cube.State{Cube: 1, Owner: 3}, "Owner(3)"},
		{cube.State{Cube: 1, OwnAway: 2}, "2 and 0 points to go in a money game"},
		{cube.State{Cube: 1, Crawford: true}, "a money session has no Crawford game"},
		{cube.State{Cube: 1, Roller: board.Nobody}, "on roll"},
		{match(65, 0, 0, 1, cube.Centred, false), "match length 65"},
		{match(7, 7, 0, 1, cube.Centred, false), "the player on roll has 7 of 7 points, want 0 to 6"},
		{match(7, 0, -1, 1, cube.Centred, false), "the opponent has -1 of 7 points"},
		{match(7, 5, 3, 1, cube.Centred, true), "the Crawford game at 2-away, 4-away"},
		{match(7, 6, 6, 1, cube.Centred, true), "the Crawford game at 1-away, 1-away"},
		{match(7, 6, 3, 2, cube.Player, true), "cube at 2 in the Crawford game"},
		{match(7, 3, 3, 2, cube.Centred, false), "cube at 2 in the middle"},
		{match(7, 6, 3, 2, cube.Opponent, false), "the player on roll, 1-away, cannot have doubled the dead cube at 1"},
		{match(7, 5, 0, 8, cube.Opponent, false), "the player on roll, 2-away, cannot have doubled the dead cube at 4"},
		{match(7, 6, 0, 4, cube.Player, false), "the player on roll, 1-away, cannot have doubled the dead cube at 1"},
	} {
		err := c.state.Validate()
		if (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v, want %q", c.state, err, c.want)
		}
	}
}

func TestMayDouble(t *testing.T) {
	owned := func(s cube.State, value int, owner cube.Owner) cube.State {
		s.Cube, s.Owner = value, owner
		return s
	}
	for _, c := range []struct {
		state cube.State
		want  bool
	}{
		{cube.Money(false, false), true},
		{owned(cube.Money(false, false), 2, cube.Player), true},
		{owned(cube.Money(false, false), 2, cube.Opponent), false},
		{owned(cube.Money(false, false), board.MaxCube, cube.Player), false},
		{cube.Match(7, 3, 0, false), true},
		{cube.Match(7, 6, 0, true), false},
		{cube.Match(7, 0, 6, true), false},
		{cube.Match(7, 0, 6, false), true},
		{cube.Match(7, 6, 0, false), false}, // the leader after the Crawford game
		{owned(cube.Match(7, 5, 0, false), 2, cube.Player), false},
		{owned(cube.Match(7, 4, 0, false), 2, cube.Player), true},
	} {
		if got := c.state.MayDouble(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.state, got, c.want)
		}
	}
}

func TestFromMatch(t *testing.T) {
	m := board.NewMatch(7)
	m.Score = [2]int{board.PlayerO: 3, board.PlayerX: 1}
	m.Cube, m.Owner, m.Roller, m.Turn = 2, board.PlayerX, board.PlayerO, board.PlayerO
	got, err := cube.FromMatch(&m)
	want := cube.State{Cube: 2, Owner: cube.Opponent, Length: 7, OwnAway: 4, OppAway: 6, Roller: board.PlayerO}
	if err != nil || got != want {
		t.Errorf("%+v, error %v, want %+v", got, err, want)
	}
	m.Roller = board.PlayerX
	if got, err := cube.FromMatch(&m); err != nil || got != want.Swap() {
		t.Errorf("%+v, error %v, want %+v", got, err, want.Swap())
	}
	money := board.NewMatch(0)
	if got, err := cube.FromMatch(&money); err != nil || got.IsMatch() || !got.Jacoby || got.Owner != cube.Centred {
		t.Errorf("%+v, error %v", got, err)
	}
	m.Score[board.PlayerO] = 7
	if _, err := cube.FromMatch(&m); err == nil {
		t.Error("no error with a match that is over")
	}
}

// A legal double leads to a legal state, and two swaps to the same.
func TestStatesLeadToStates(t *testing.T) {
	rng := rand.New(seed.Stream(1, 0))
	for range 2000 {
		s := randomState(rng)
		if s.Swap().Swap() != s {
			t.Fatalf("%+v swapped twice is %+v", s, s.Swap().Swap())
		}
		if !s.MayDouble() {
			continue
		}
		d := s.Double()
		if err := d.Validate(); err != nil || d.MayDouble() {
			t.Fatalf("%+v doubled is %+v: %v, may double: %v", s, d, err, d.MayDouble())
		}
	}
}

func TestOwner(t *testing.T) {
	for _, o := range []cube.Owner{cube.Centred, cube.Player, cube.Opponent} {
		var got cube.Owner
		if err := got.UnmarshalText([]byte(o.String())); err != nil || got != o || o.Swap().Swap() != o {
			t.Errorf("%v: %v, %v", o, got, err)
		}
	}
	if err := new(cube.Owner).UnmarshalText([]byte("me")); err == nil {
		t.Error("no error")
	}
}

// In a money game with the Jacoby rule gammons never count if the cube cannot be turned. An
// offer that the rules exclude is an error.
func TestOffersAtTheLargestCube(t *testing.T) {
	id := func(fields string) *board.XGID {
		x := must.Get(board.ParseXGID("XGID=-a-B--E-B-a-dDB--b-bcb----:"+fields, board.Backgammon))(t)
		return &x
	}
	for _, fields := range []string{"0:0:1:00:0:0:3:0:0", "0:0:1:00:0:0:1:0:0", "1:0:1:00:0:0:3:0:1"} {
		st := must.Get(cube.ForXGID(id(fields), mustMET(t, cube.DefaultMET), true))(t)
		inputs := make([]float32, features.StakesMatch+1)
		cube.StakesInputs(inputs, &engine.Probabilities{.6, .2, .01, .1, .01}, st)
		for k, price := range inputs[features.StakesPrices:][:4] {
			if price != 0 {
				t.Errorf("%s: price %d is %v", fields, k, price)
			}
		}
	}
	if _, err := cube.FromXGID(id("0:0:1:D:6:6:0:7:10")); err != nil {
		t.Errorf("a dead double of another program: %v", err)
	}
	for fields, want := range map[string]string{
		"0:0:1:B:0:0:3:0:1":   "a beaver to 4 is on offer, want at most 2, the largest cube",
		"14:1:1:B:0:0:3:0:15": "the largest cube",
		"4:1:1:D:0:0:3:0:4":   "a double is on offer: the cube's maximum is 16",
		"0:0:1:D:6:0:1:7:10":  "a double is on offer: no double is allowed in the Crawford game",
		"0:0:1:D:6:6:0:7:10":  "a double is on offer: the cube is dead",
		"1:-1:1:D:0:0:0:7:10": "a double is on offer: the opponent owns the cube",
		"0:0:1:D:0:0:3:0:10":  "",
		"0:0:1:B:0:0:3:0:10":  "",
		"0:0:1:R:0:0:3:0:10":  "",
	} {
		_, err := cube.ForXGID(id(fields), mustMET(t, cube.DefaultMET), true)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %v, want %q", fields, err, want)
		}
	}
}
