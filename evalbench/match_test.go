package evalbench

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// first is a player that takes the first play.
var first = enginetest.PlayerFunc(func(context.Context, *board.Position, board.Roll, []board.Play) (int, error) { return 0, nil })

func run(t *testing.T, m Match) *Result {
	t.Helper()
	r := must.Get(m.Run(t.Context()))(t)
	return timeless(r)
}

// timeless removes from a result the fields that differ between equal matches.
func timeless(r *Result) *Result {
	r.Elapsed = 0
	return r
}

func TestWorkersDoNotMatter(t *testing.T) {
	net := must.Get(nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.ReLU, 10), 1))(t)
	for name, m := range map[string]Match{
		"pairs":       {A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 100, Conditions: Conditions{Seed: 1}},
		"single":      {A: named.Player{Player: player.NewRandom()}, B: named.Player{Player: player.Pubeval{}}, Games: 71, Conditions: Conditions{Seed: 2}, Unpaired: true},
		"net":         {A: named.Player{Player: player.NewGreedy(engine.OfNet(net))}, B: named.Player{Player: player.Pubeval{}}, Games: 20, Conditions: Conditions{Seed: 3}},
		"hypergammon": {A: named.Player{Player: player.NewRandom()}, B: named.Player{Player: player.NewRandom()}, Games: 200, Conditions: Conditions{Variant: board.Hypergammon3, Seed: 4}},
		"starts":      {A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: first}, Games: 60, Conditions: Conditions{Seed: 5}, Starts: enginetest.Positions(7, 5)},
	} {
		m.Workers = 1
		want := run(t, m)
		for _, workers := range []int{0, 2, 7} {
			m.Workers = workers
			if got := run(t, m); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %d workers give %+v, 1 gives %+v", name, workers, got, want)
			}
		}
		m.Seed++
		if got := run(t, m); got.Plies == want.Plies {
			t.Errorf("%s: another seed gives games of the same length, %d rolls in all", name, got.Plies)
		}
	}
}

// TestPairsCancel plays a player against itself: each pair is the same game
// twice, once from each side.
func TestPairsCancel(t *testing.T) {
	r := run(t, Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}, Games: 200, Conditions: Conditions{Seed: 1}})
	if r.PairScores[6] != 100 || r.A != r.B || r.A.Wins != 100 {
		t.Errorf("result %+v, want nothing but pairs of 0", r)
	}
	if ppg := r.PPG(); ppg.Low != 0 || ppg.High != 0 || ppg.N != 100 || len(ppg.Warnings) != 1 {
		t.Errorf("points per game %+v, want exactly 0 with a warning", ppg)
	}
}

// TestPairingGains checks that pairs of similar players vary less than unpaired
// games.
func TestPairingGains(t *testing.T) {
	r := run(t, Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: poorRacer}, Games: 1000, Conditions: Conditions{Seed: 1}})
	if paired, free := r.SD(), r.GameSD()/1.41421356; !(paired < 0.5*free) {
		t.Errorf("standard deviation of a pair's mean is %.3f, that of two games of their own %.3f", paired, free)
	}
}

// poorRacer plays like pubeval until the race.
var poorRacer = enginetest.PlayerFunc(func(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	if !pos.Contact() {
		return 0, nil
	}
	return player.Pubeval{}.Choose(ctx, pos, roll, plays)
})

// TestWhoBegins counts the games in which each player begins, and checks that
// every opening play has two steps.
func TestWhoBegins(t *testing.T) {
	for _, unpaired := range []bool{false, true} {
		var begun [2]atomic.Int64
		watch := func(side int) engine.Player {
			return enginetest.PlayerFunc(func(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
				if *pos == board.Backgammon.Start() {
					begun[side].Add(1)
					if n := len(plays[0].Steps()); n != 2 {
						t.Errorf("an opening play of %d steps", n)
					}
				}
				return player.Pubeval{}.Choose(ctx, pos, roll, plays)
			})
		}
		run(t, Match{A: named.Player{Player: watch(sideA)}, B: named.Player{Player: watch(sideB)}, Games: 400, Conditions: Conditions{Seed: 1}, Unpaired: unpaired})
		if a, b := begun[sideA].Load(), begun[sideB].Load(); a != 200 || b != 200 {
			t.Errorf("unpaired %t: A began %d games, B %d, want 200 each", unpaired, a, b)
		}
	}
}

// TestStarts plays from positions that the side to begin wins at once, for 1, 2
// and 3 points.
func TestStarts(t *testing.T) {
	almost := board.Side{board.Off: 14, 1: 1}
	starts := []board.Position{
		{Own: almost, Opp: board.Side{board.Off: 1, 23: 1, 6: 13}},
		{Own: almost, Opp: board.Side{6: 15}},
		{Own: almost, Opp: board.Side{board.Bar: 1, 6: 14}},
	}
	r := run(t, Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 12, Starts: starts})
	won := Wins{Wins: 6, Gammons: 4, Backgammons: 2}
	if r.A != won || r.B != won || r.Plies != 12 || r.PairScores[6] != 6 {
		t.Errorf("pairs: %+v, want each start won twice by each side in one roll", r)
	}
	// On their own, A begins game 1 from the first start, B game 2 from the
	// second, A game 3 from the third.
	r = run(t, Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 3, Starts: starts, Unpaired: true})
	if r.A != (Wins{2, 1, 1}) || r.B != (Wins{1, 1, 0}) || r.Pairs() != 0 {
		t.Errorf("single games: %+v, want A to win 1 and 3 points, B 2", r)
	}
	if ppg := r.PPG(); ppg.Center < 0.666 || ppg.Center > 0.667 || ppg.N != 3 {
		t.Errorf("points per game %+v, want 2/3 over 3 games", ppg)
	}
}

// TestCancel stops matches in the middle: their results are those of the first
// games.
func TestCancel(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancelCause(t.Context())
		m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 100_000, Conditions: Conditions{Seed: 1}, Workers: workers}
		m.Observers = []Observer{OnProgress(func(r *Result) error {
			if r.Pairs() == 20 {
				cancel(errors.New("seen enough"))
			}
			return nil
		})}
		r, err := m.Run(ctx)
		if err == nil || !strings.Contains(err.Error(), "seen enough") {
			t.Fatalf("error %v, want the cause of the cancellation", err)
		}
		if r.Pairs() < 20 || r.Games != 2*r.Pairs() || r.Games == m.Games {
			t.Fatalf("%d games, %d pairs when stopped", r.Games, r.Pairs())
		}
		m.Games, m.Observers = r.Games, nil
		if want := run(t, m); !reflect.DeepEqual(timeless(r), want) {
			t.Errorf("%d workers: stopped with %+v, want %+v", workers, r, want)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 10}
	r, err := m.Run(ctx)
	if !errors.Is(err, context.Canceled) || r == nil || r.Games != 0 {
		t.Errorf("result %+v, error %v, want no games and a cancellation", r, err)
	}
}

// TestProgress checks that progress is reported in order, after every item.
func TestProgress(t *testing.T) {
	games := 0
	m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}, Games: 60, Workers: 3}
	m.Observers = []Observer{OnProgress(func(r *Result) error {
		if games += 2; r.Games != games || r.Pairs() != games/2 {
			t.Errorf("progress of %d games, want %d", r.Games, games)
		}
		return nil
	})}
	if run(t, m); games != 60 {
		t.Errorf("progress ended at %d games, want 60", games)
	}
}

// TestPlayerFails has B fail whenever it is on the bar with two checkers.
func TestPlayerFails(t *testing.T) {
	broken := errors.New("lost the connection")
	b := enginetest.PlayerFunc(func(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
		if pos.Own[board.Bar] >= 2 {
			return 0, broken
		}
		return player.Pubeval{}.Choose(ctx, pos, roll, plays)
	})
	m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Name: "gadget", Player: b}, Games: 1000, Conditions: Conditions{Seed: 2}, Workers: 1}
	want, wantErr := m.Run(t.Context())
	if !errors.Is(wantErr, broken) {
		t.Fatalf("error %v does not wrap the player's", wantErr)
	}
	// The failing game is either of its pair, the first of which is not kept.
	says := regexp.MustCompile(fmt.Sprintf(`^game (%d|%d): ply \d+: B \(gadget\) to play [1-6]{2} from [\w+/]{14}: lost the connection$`,
		want.Games+1, want.Games+2))
	if !says.MatchString(wantErr.Error()) {
		t.Errorf("error %q, want one like %v", wantErr, says)
	}
	for _, workers := range []int{2, 5} {
		m.Workers = workers
		got, err := m.Run(t.Context())
		if err == nil || err.Error() != wantErr.Error() || !reflect.DeepEqual(timeless(got), timeless(want)) {
			t.Errorf("%d workers: %+v, %v\nwant %+v, %v", workers, got, err, want, wantErr)
		}
	}
}

func TestChoiceOutOfRange(t *testing.T) {
	for _, choice := range []int{-1, 1000} {
		m := Match{A: named.Player{Player: enginetest.NewScript(choice)}, B: named.Player{Player: first}, Games: 2}
		_, err := m.Run(t.Context())
		if want := fmt.Sprintf("it chose play number %d of ", choice); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "game 1: ply 1: A to play ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestGivenDice plays a game with given dice, in which a double before the
// first turn is rolled again. A second game needs more dice, which is an error.
func TestGivenDice(t *testing.T) {
	side := board.Side{board.Off: 13, 6: 2} // 6-5 leaves one checker
	start := board.Position{Own: side, Opp: side}
	play := func(games int, starts []board.Position, text string) (*Result, error) {
		m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.Pubeval{}}, Games: games, Unpaired: true, Workers: 8,
			Starts: starts, Dice: board.NewFileDice("dice.txt", strings.NewReader(text))}
		return m.Run(t.Context())
	}
	r, err := play(2, []board.Position{start}, "65 56 21\n65 # by B\n65")
	if r == nil || r.A.Wins != 1 || r.Games != 1 || r.Plies != 3 {
		t.Errorf("result %+v, want game 1 won by A in three rolls", r)
	}
	if !errors.Is(err, board.ErrNoRolls) || !strings.Contains(err.Error(), "game 2: ply 3: dice.txt") {
		t.Errorf("error %v, want that the dice ended at ply 3 of game 2", err)
	}
	_, err = play(1, nil, "66 11 65")
	must.Fail(t, err, "game 1: ply 2: ")
}

// TestEndlessGames gives games up after three rolls.
func TestEndlessGames(t *testing.T) {
	r := run(t, Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 100, MaxPlies: 3})
	if r.Unfinished != 100 || r.Plies != 300 || r.PairScores[6] != 50 || r.A != (Wins{}) || r.B != (Wins{}) {
		t.Errorf("result %+v, want 100 games given up", r)
	}
	if text := r.Text(); !strings.Contains(text, "warning: 100 games stopped as too long score 0\n") {
		t.Errorf("the report does not warn:\n%s", text)
	}
}

func TestValidate(t *testing.T) {
	finished := board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{1: 15}}
	good := Match{A: named.Player{Player: first}, B: named.Player{Player: first}, Games: 2}
	for _, c := range []struct {
		change func(*Match)
		want   string
	}{
		{func(m *Match) { m.A.Player = nil }, "two players"},
		{func(m *Match) { m.B.Player = nil }, "two players"},
		{func(m *Match) { m.Games = 0 }, "games is 0, want at least 1"},
		{func(m *Match) { m.Games = -2 }, "games is -2"},
		{func(m *Match) { m.Games = 7 }, "games is 7, want an even number, for pairs"},
		{func(m *Match) { m.Workers = -1 }, "-1 workers"},
		{func(m *Match) { m.MaxPlies = -1 }, "at most -1 plies"},
		{func(m *Match) { m.Dice = board.NewFileDice("d", strings.NewReader("")) }, "need the given dice twice"},
		{func(m *Match) { m.Starts = []board.Position{board.Backgammon.Start(), {}} }, "starting position 2: "},
		{func(m *Match) { m.Starts = []board.Position{finished} }, "the game of starting position 1 is over"},
		{func(m *Match) { m.Starts = []board.Position{board.Hypergammon3.Start()} }, "starting position 1: "},
		{func(m *Match) { m.Variant = 99 }, "unknown variant"},
	} {
		m := good
		c.change(&m)
		if r, err := m.Run(t.Context()); r != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("result %v, error %v, want one with %q", r, err, c.want)
		}
	}
}

func TestGamesAllocateNothing(t *testing.T) {
	net := enginetest.RandomNet(t, 10, 1)
	m := Match{A: named.Player{Player: player.NewGreedy(engine.OfNet(net))}, B: named.Player{Player: player.Pubeval{}}, Conditions: Conditions{Seed: 1}}
	table := must.Get(newGameRunner(&m))(t)
	item := 0
	for ; item < 20; item++ {
		table.play(t.Context(), item) // buffers grow to their size
	}
	if n := testing.AllocsPerRun(50, func() { table.play(t.Context(), item); item++ }); n != 0 {
		t.Errorf("%v allocations a pair, want 0", n)
	}
}
