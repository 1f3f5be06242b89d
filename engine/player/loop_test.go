package player_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// gambler makes random legal decisions and checks that they are legal.
type gambler struct {
	t      *testing.T
	rng    *rand.Rand
	chosen int // what it answers when asked for a play, if not -1
	err    error
}

func (g *gambler) NewGame(uint64)           {}
func (g *gambler) Clone() engine.Player     { return g }
func (g *gambler) SetRules(*cube.MET, bool) {}

func (g *gambler) Choose(_ context.Context, _ *board.Position, _ board.Roll, plays []board.Play) (int, error) {
	if g.chosen >= 0 {
		return g.chosen, g.err
	}
	return g.rng.IntN(len(plays)), g.err
}

func (g *gambler) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	if m.Turn != m.Roller || m.Doubled || roll != m.Dice {
		g.t.Errorf("asked for a play of %v at %+v", roll, m)
	}
	return g.Choose(ctx, pos, roll, plays)
}

func (g *gambler) Doubles(_ context.Context, _ *board.Position, m *board.Match) (bool, error) {
	if m.Crawford || m.Owner == m.Roller.Opponent() || m.Length > 0 && m.Length-m.Score[m.Roller] <= m.Cube {
		g.t.Errorf("asked to double at %+v", m)
	}
	return g.rng.IntN(3) == 0, nil
}

func (g *gambler) Takes(context.Context, *board.Position, *board.Match) (bool, error) {
	return g.rng.IntN(4) > 0, nil
}

func (g *gambler) Beavers(_ context.Context, _ *board.Position, m *board.Match) (bool, error) {
	if !m.Doubled || m.Length > 0 {
		g.t.Errorf("asked to beaver at %+v", m)
	}
	return g.rng.IntN(2) == 0, nil
}

// recorder is an observer that records the game.
type recorder struct{ game *record.Game }

func (r recorder) note(p board.Player, a record.Action) error {
	a.Player = p
	r.game.Actions = append(r.game.Actions, a)
	return nil
}

func (r recorder) Doubles(s *game.State, double bool) error {
	if !double {
		return nil
	}
	return r.note(s.Match.Roller, record.Action{Kind: record.Double})
}

func (r recorder) Answers(s *game.State, answer game.Answer) error {
	return r.note(s.Match.Turn, record.Action{Kind: record.Answered(answer)})
}

func (recorder) Rolled(*game.State) error { return nil }

func (r recorder) Plays(s *game.State, plays []board.Play, chosen int) error {
	a := record.Action{Kind: record.Move, Roll: s.Match.Dice}
	if chosen >= 0 {
		a.Steps = slices.Clone(plays[chosen].Steps())
	}
	return r.note(s.Match.Roller, a)
}

// A record that an observer writes of games with random actions replays to the
// same end.
func TestLoopPlaysByTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	both := &gambler{t: t, rng: rng, chosen: -1}
	loop := player.Loop{Players: [2]player.Chooser{both, both}, Dice: board.NewDice(rng), MaxPlies: 1000}
	ends := map[board.GameState]int{}
	for range 300 {
		s := game.New(gametest.RandomRules(rng))
		m := &record.Match{Length: s.Length, Rules: record.Rules{
			Variant: s.Variant, NoCube: s.NoCube, Crawford: s.Crawford, Jacoby: s.Jacoby}}
		for games := 0; games < 3 && !s.MatchOver() && s.Match.Score[s.Leader()] < 1<<14; games++ {
			if games > 0 {
				s.NextGame()
			}
			s.Thrown = true
			g := m.AddGame()
			loop.Observer = recorder{g}
			must.OK(t, loop.Play(t.Context(), &s))
			g.Result = s.Result
			ends[s.Match.State]++
			r := m.Replay(games)
			for r.Next() {
			}
			if r.Err() != nil || r.Match != s.Match || r.Position != s.Position || r.Result != s.Result {
				t.Fatalf("%v: %+v %+v\nwant %+v %+v", r.Err(), r.Match, r.Result, s.Match, s.Result)
			}
		}
	}
	if ends[board.Over] < 50 || ends[board.Dropped] < 50 || len(ends) != 2 {
		t.Errorf("games ended so: %v", ends)
	}
}

// Errors name the ply, the player and the position.
func TestLoopErrors(t *testing.T) {
	broken := errors.New("broken")
	for what, c := range map[string]struct {
		player gambler
		dice   string
		want   string
	}{
		"play":        {gambler{err: broken, chosen: 0}, "31", "ply 1: X's to play 31 from 4HPwATDgc/ABMA: broken"},
		"no play":     {gambler{chosen: 999}, "31", "it chose play number 999 of 16"},
		"no dice":     {gambler{chosen: 0}, "31 42", "ply 3: dice:1: no more rolls after 2"},
		"not so soon": {gambler{chosen: 0}, "33", "ply 1: dice:1: no more rolls after 1"}, // a double does not open
	} {
		loop := player.Loop{
			Players: [2]player.Chooser{&c.player, &c.player}, Names: [2]string{"O's", "X's"}, MaxPlies: 1000,
			Dice: board.NewFileDice("dice", strings.NewReader(c.dice)),
		}
		s := game.New(game.Rules{NoCube: true})
		must.Fail(t, loop.Play(t.Context(), &s), c.want, what)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	s := game.New(game.Rules{})
	if err := (&player.Loop{MaxPlies: 1}).Play(ctx, &s); !errors.Is(err, broken) {
		t.Errorf("cancelled: %v", err)
	}
}
