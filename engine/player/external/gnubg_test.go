package external_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/cubeful"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/engine/player/external"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// gnubg returns the installed one as a player; without it the test is skipped.
func gnubg(t *testing.T, plies int) *external.Gnubg {
	t.Helper()
	path, err := external.FindGnubg()
	if err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: it is not asked to play")
	}
	settings := patient
	settings.Restarts = 2
	p := external.NewGnubg(path, "", plies, settings)
	t.Cleanup(func() { p.Close() })
	return p
}

// With gnubg's nets this package chooses the plays of gnubg, in self-play.
// Plays differ only if their equities are equal, as in decided games, or differ
// less than gnubg's approximate reciprocals.
func TestGnubgChoosesAsItsNetsDo(t *testing.T) {
	p := gnubg(t, 0)
	static := enginetest.GnubgStatic(t)
	ours := player.NewGreedy(static.Clone())
	var gen board.Generator
	asked, equal, close, differ := 0, 0, 0, 0
	for game := range enginetest.GnubgSample(40) {
		dice := board.NewDice(seed.Stream(11, uint64(game)))
		for pos := board.Backgammon.Start(); pos.Result() == 0; {
			roll := dice.Next()
			plays := gen.Plays(&pos, roll)
			if len(plays) == 0 {
				pos = pos.Swap()
				continue
			}
			want := must.Get(ours.Choose(t.Context(), &pos, roll, plays))(t)
			got := must.Get(p.Choose(t.Context(), &pos, roll, plays))(t)
			if len(plays) > 1 {
				asked++
			}
			switch loss := worth(static, &plays[want]) - worth(static, &plays[got]); {
			case got == want:
			case loss == 0:
				equal++
			case loss < 2e-4:
				close++
			default:
				differ++
				t.Logf("%s %v: gnubg %s, its nets here %s, %g better", pos.ID(), roll,
					board.FormatPlay(pos, plays[got]), board.FormatPlay(pos, plays[want]), loss)
			}
			pos = plays[want].Result
		}
	}
	t.Logf("%d choices: %d others of the same worth, %d within 0.2 mEq, %d more", asked, equal, close, differ)
	if asked < 200 || differ > asked/1000 || close > max(3, asked/200) {
		t.Errorf("%d of %d choices differ, and %d by little", differ, asked, close)
	}
}

// worth returns the equity of a play for the player who makes it.
func worth(static *engine.Static, play *board.Play) float32 {
	var p [1]engine.Probabilities
	static.Evaluate(p[:], []board.Position{play.Result})
	return -p[0].Equity()
}

// Questions to gnubg have the right score and cube: its cube decisions and
// plays are those of a search here with gnubg's nets.
func TestGnubgInMatches(t *testing.T) {
	p := gnubg(t, 0)
	ours := must.Get(cubeful.New(enginetest.GnubgStatic(t), cubeful.Options{}))(t)
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	var total, doubles, takes, plays [2]int // asked, and of those differing
	count := func(of *[2]int, what, state string, got, want any) {
		of[0]++
		if total[0]++; got != want {
			of[1]++
			t.Logf("%s: %s: gnubg %v, its nets here %v", state, what, got, want)
		}
	}
	for i, pos := range enginetest.Positions(enginetest.GnubgSample(300), 5) {
		m := someMatch(i)
		state, err := cube.FromMatch(&m)
		if err != nil {
			continue // a cube that cannot be at this score
		}
		state.Beavers = false
		stakes := must.Get(cube.Prepare(state, met))(t)
		name := fmt.Sprintf("%s:%s %v", pos.ID(), m.ID(), m)
		roll := board.Rolls[i%21]
		if legal := board.Plays(pos, roll); len(legal) > 1 {
			ranked := must.Get(ours.Rank(context.Background(), &pos, legal, stakes))(t)
			got := must.Get(p.ChooseAt(t.Context(), &pos, &m, roll, legal))(t)
			count(&plays, "play "+roll.String(), name, board.FormatPlay(pos, legal[got]), board.FormatPlay(pos, ranked[0].Play))
		}
		if stakes.Doubled() == nil {
			continue
		}
		decision, _, err := ours.Decide(context.Background(), &pos, stakes)
		must.OK(t, err)
		take := must.Get(p.Takes(t.Context(), &pos, &m))(t)
		double := must.Get(p.Doubles(t.Context(), &pos, &m))(t)
		optional := decision.Action == cube.OptionalTake || decision.Action == cube.OptionalPass
		count(&takes, "take", name, take, decision.Take())
		count(&doubles, "double", name, double, decision.Double() || optional)
	}
	for what, of := range map[string][2]int{"doubles": doubles, "takes": takes, "plays": plays} {
		if of[0] < 20 || of[1] > max(1, of[0]/50) {
			t.Errorf("%s: %d of %d differ", what, of[1], of[0])
		}
	}
}

// someMatch returns a state of a match, or of a money game, by its number.
func someMatch(i int) board.Match {
	length := []int{0, 1, 2, 3, 5, 7, 9}[i%7]
	m := board.NewMatch(length)
	if length == 0 {
		m.Jacoby = i%2 == 0
	} else {
		m.Score = [2]int{i / 7 % length, i / 11 % length}
		oneAway := (m.Score[0] == length-1) != (m.Score[1] == length-1)
		m.Crawford = length > 1 && oneAway && i%2 == 0
	}
	if i%4 == 1 && !m.Crawford {
		m.Cube, m.Owner = 2<<(i%2), m.Roller
		if i%8 == 1 {
			m.Owner = m.Roller.Opponent()
		}
	}
	m.Roller = board.Player(i / 2 % 2)
	m.Turn = m.Roller
	return m
}

// If gnubg is killed between two questions, the player starts it again.
func TestGnubgRestarts(t *testing.T) {
	gnubg(t, 0) // or skip
	real := must.Get(external.FindGnubg())(t)
	dir := t.TempDir()
	pidFile, script := filepath.Join(dir, "pid"), filepath.Join(dir, "gnubg")
	text := "#!/bin/sh\necho $$ >> " + pidFile + "\nexec " + real + ` "$@"` + "\n"
	must.OK(t, os.WriteFile(script, []byte(text), 0o777))
	settings := patient
	settings.Restarts = 1
	p := external.NewGnubg(script, "", 0, settings)
	defer p.Close()
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	plays := board.Plays(pos, roll)
	for round := range 2 {
		got, err := p.Choose(t.Context(), &pos, roll, plays)
		if err != nil || board.FormatPlay(pos, plays[got]) != "8/5 6/5" {
			t.Fatalf("round %d: %d, %v", round, got, err)
		}
		pids := must.Get(os.ReadFile(pidFile))(t)
		started := strings.Fields(string(pids))
		if len(started) != round+1 {
			t.Fatalf("round %d: started %d times", round, len(started))
		}
		kill(t, started[round])
	}
}

// A program that is not gnubg, and a missing program, are errors.
func TestGnubgMissing(t *testing.T) {
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	for path, want := range map[string]string{"/bin/false": "it ", "/nowhere/gnubg": "cannot start it"} {
		p := external.NewGnubg(path, "", 0, patient)
		_, err := p.Choose(t.Context(), &pos, roll, board.Plays(pos, roll))
		must.Fail(t, err, want, path)
		must.Fail(t, err, "gnubg:0", path)
	}
}

// gnubg reads its weights in the folder that the player names.
func TestGnubgData(t *testing.T) {
	gnubg(t, 0) // or skip
	_, _, err := external.Parse("gnubg,data=/nowhere:0")
	must.Fail(t, err, `data: "/nowhere" is not a folder`)
	data := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(data, "gnubg.wd"), []byte("not weights"), 0o666))
	p, _, err := external.Parse("gnubg,data=" + data + ",restarts=0:0")
	must.OK(t, err)
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	_, err = p.Choose(t.Context(), &pos, roll, board.Plays(pos, roll))
	must.Fail(t, err, "find a weights file", "gnubg,data="+data+":0")
}
