package cube_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// The forms of IDs with cube and score give the same state. A match ID does not have beavers, and
// an OGID neither these nor the Jacoby rule: in money games both are on.
func TestStatesOfIDs(t *testing.T) {
	rng := rand.New(seed.Stream(46, 0))
	pos := board.Backgammon.Start()
	for range 500 {
		want := randomState(rng)
		want.Roller = board.Player(rng.IntN(2))
		if !want.IsMatch() {
			want.Jacoby, want.Beavers = true, true
		}
		game := want.Game()
		x := board.NewXGID(pos, game.Match)
		for _, text := range []string{x.String(), pos.ID() + ":" + game.Match.ID(), x.OGID(), "Position ID: " + pos.ID() + " Match ID: " + game.Match.ID()} {
			x, _, err := board.ParsePosition(text, board.Backgammon)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := cube.FromXGID(&x); err != nil || got.Words() != want.Words() || got.Roller != want.Roller || got.MaxCube != 0 {
				t.Errorf("%s: %s, %v, want %s", text, got.Words(), err, want.Words())
			}
			money, err := cube.ForXGID(&x, mustMET(t, cube.DefaultMET), false)
			if err != nil || (money != nil) != want.IsMatch() {
				t.Errorf("%s: stakes %v, %v, want some in matches only", text, money, err)
			}
		}
	}
}

// If a double, a beaver or a raccoon is on offer, the state is the one before it, in which the
// player on roll may double.
func TestStatesOfOffers(t *testing.T) {
	for _, c := range []struct {
		xgid string
		cube int
	}{
		{":0:0:1:D:0:0:3:0:10", 1}, {":0:0:1:B:0:0:3:0:10", 2}, {":0:0:1:R:0:0:3:0:10", 4},
		{":1:-1:-1:B:0:0:3:0:10", 4}, {":1:-1:-1:R:0:0:0:0:10", 8},
	} {
		x := must.Get(board.ParseXGID("-b----E-C---eE---c-e----B-"+c.xgid, board.Backgammon))(t)
		st := must.Get(cube.ForXGID(&x, nil, true))(t)
		if s := st.State(); s.Cube != c.cube || st.Doubled() == nil || s.Roller != x.Match.Roller {
			t.Errorf("%s: %s, may double %v, want a cube of %d that may be doubled", c.xgid, s.Words(), st.Doubled() != nil, c.cube)
		}
	}
}

// The largest cube of an XGID limits the doubles: at it the cube is dead and a double is not
// available, and before it no beaver is.
func TestLargestCube(t *testing.T) {
	met := mustMET(t, cube.DefaultMET)
	p := engine.Probabilities{0.62, 0.2, 0.01, 0.1, 0.005}
	efficiency := cube.GnubgEfficiency()
	leaf := efficiency.Leaf(&board.Position{}, engine.Contact, &p, nil)
	for _, c := range []struct {
		fields, action string
		doubles        int
	}{
		{":4:1:1:00:0:0:3:0:4", "redouble not available", 0},
		{":4:1:1:00:5:2:0:40:4", "redouble not available", 0},
		{":0:0:1:00:0:0:0:0:0", "double not available", 0},
		{":0:0:1:00:1:1:0:7:0", "double not available", 0},
		{":5:1:1:00:0:0:3:0:4", "redouble not available", 0},
		{":3:1:1:00:0:0:3:0:4", "redouble, take", 1}, // from even chances on, as no redouble follows
		{":2:1:1:00:0:0:3:0:4", "no redouble, take", 2},
	} {
		x := must.Get(board.ParseXGID("-b----E-C---eE---c-e----B-"+c.fields, board.Backgammon))(t)
		st := must.Get(cube.ForXGID(&x, met, true))(t)
		d := st.Decide(&leaf)
		if d.String() != c.action {
			t.Errorf("%s: %v, want %s", c.fields, &d, c.action)
		}
		n := 0
		for at := st; at.Doubled() != nil; at = at.Doubled().Swap() {
			n++
		}
		if n != c.doubles {
			t.Errorf("%s: %d doubles are possible, want %d", c.fields, n, c.doubles)
		}
		if c.doubles == 0 && (math.Abs(st.NoDouble(&leaf)-st.Dead(&p)) > 1e-12 || math.Abs(st.Live(&p)-st.Dead(&p)) > 1e-12) {
			t.Errorf("%s: value %v, live %v, want those of a dead cube, %v", c.fields, st.NoDouble(&leaf), st.Live(&p), st.Dead(&p))
		}
	}
}

// With one double left the player cashes where the opponent's equity after a take is that of a
// pass, with two where the opponent's redouble is; with many the live value is the one without a
// largest cube.
func TestLiveCubeWithALastDouble(t *testing.T) {
	state := cube.Money(false, false)
	state.Owner = cube.Player
	live := func(most int, w float32) float64 {
		s := state
		s.MaxCube = most
		p := engine.Probabilities{w, w * 0.3, 0, (1 - w) * 0.2, 0} // wins of 1.3, losses of 1.2 points
		return must.Get(cube.Prepare(s, nil))(t).Live(&p)
	}
	const w, l = 1.3, 1.2
	last := (l + 0.5) / (w + l)         // a dead cube after the take
	oppLast := (w + 0.5) / (w + l)      // of the opponent
	second := 1 - oppLast*(w-0.5)/(w+1) // the taker cashes at oppLast, at four times the cube
	for most, cash := range map[int]float64{2: last, 4: second} {
		if at := live(most, float32(cash)); math.Abs(at-1) > 1e-6 {
			t.Errorf("largest cube %d: %v at the cash point %v, want 1", most, at, cash)
		}
		if before := live(most, float32(cash)-0.01); before >= 1 || before < 0.9 {
			t.Errorf("largest cube %d: %v before the cash point, want a little below 1", most, before)
		}
	}
	for _, chance := range []float32{0.1, 0.4, 0.7, 0.95} {
		if got, want := live(1<<9, chance), live(0, chance); math.Abs(got-want) > 1e-3 {
			t.Errorf("nine doubles left at %v: %v, want about %v", chance, got, want)
		}
	}
}

// Values of a database of money games hold for cubes without a limit only.
func TestLargestCubeInADatabase(t *testing.T) {
	pos := must.Get(board.ParseID("CgAAEAEAAAAAAA", board.Backgammon))(t)
	databases := enginetest.GnubgDatabases(t)
	p, class, ok := databases.Evaluate(&pos)
	if !ok {
		t.Skip("no database has the position")
	}
	efficiency := cube.GnubgEfficiency()
	leaf := efficiency.Leaf(&pos, class, &p, databases)
	s := cube.Money(false, false)
	s.Owner, s.Cube, s.MaxCube = cube.Player, 16, 16
	if got, want := mustPrepare(t, s, nil).NoDouble(&leaf), float64(p.Equity()); math.Abs(got-want) > 1e-6 {
		t.Errorf("value %v with the largest cube, want the cubeless equity %v", got, want)
	}
}
