package game_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
)

// at returns a game after its first roll, changed.
func at(rules game.Rules, change func(*game.State)) game.State {
	s := game.New(rules)
	s.Opening = false
	change(&s)
	return s
}

func match(length int) game.Rules {
	return game.Rules{Length: length, Crawford: true}
}

// The results are those of gnubg 1.07, see docs/rules.md; O is on roll.
func TestMayDouble(t *testing.T) {
	score := func(length, o, x, cube int, owner board.Player, crawfordOver bool) game.State {
		s := game.State{Rules: game.Rules{Length: length, Crawford: true}, CrawfordOver: crawfordOver}
		s.Match.Score = [2]int{o, x}
		s.NextGame()
		s.Opening, s.Match.Cube, s.Match.Owner = false, cube, owner
		s.SetRoller(board.PlayerO)
		return s
	}
	money := func(change func(*game.State)) game.State {
		s := game.New(game.Rules{Beavers: 3})
		s.Opening = false
		s.SetRoller(board.PlayerO)
		change(&s)
		return s
	}
	for what, c := range map[string]struct {
		s    game.State
		want error
	}{
		"money":                                  {money(func(*game.State) {}), nil},
		"own cube":                               {money(func(s *game.State) { s.Match.Owner = board.PlayerO }), nil},
		"opponent's cube":                        {money(func(s *game.State) { s.Match.Owner = board.PlayerX }), game.ErrOwner},
		"no cube":                                {money(func(s *game.State) { s.NoCube = true }), game.ErrNoCube},
		"largest cube":                           {money(func(s *game.State) { s.Match.Cube = board.MaxCube }), game.ErrCubeLimit},
		"half of the largest cube":               {money(func(s *game.State) { s.Match.Cube = board.MaxCube / 2 }), nil},
		"match":                                  {score(5, 0, 0, 1, board.Nobody, false), nil},
		"Crawford game":                          {score(3, 1, 2, 1, board.Nobody, false), game.ErrCrawford},
		"after the Crawford game, player behind": {score(3, 1, 2, 1, board.Nobody, true), nil},
		"after the Crawford game, leader":        {score(3, 2, 1, 1, board.Nobody, true), game.ErrDeadCube},
		"after the Crawford game, both 1 away":   {score(3, 2, 2, 1, board.Nobody, true), game.ErrDeadCube},
		"to 1 point":                             {score(1, 0, 0, 1, board.Nobody, false), game.ErrDeadCube},
		"2 away, opponent's cube on 2":           {score(5, 3, 1, 2, board.PlayerO, false), game.ErrDeadCube},
		"3 away, opponent's cube on 2":           {score(5, 2, 4, 2, board.PlayerO, true), nil},
		"dead cube, but records may turn it":     {func() game.State { s := score(1, 0, 0, 1, -1, false); s.DeadDoubles = true; return s }(), nil},
		"dice thrown":                            {money(func(s *game.State) { s.Match.Dice = board.Roll{3, 1} }), errAny},
		"double offered":                         {money(func(s *game.State) { s.Match.Doubled = true }), errAny},
		"before the first roll":                  {money(func(s *game.State) { s.Opening = true }), errAny},
		"the game is over":                       {money(func(s *game.State) { s.Match.State = board.Over }), errAny},
	} {
		before := c.s
		err := c.s.Double()
		if !errors.Is(err, c.want) && (c.want != errAny || err == nil) {
			t.Errorf("%s: got %v, want %v", what, err, c.want)
		}
		if err != nil && c.s != before {
			t.Errorf("%s: refused, and yet the state has changed", what)
		}
	}
}

var errAny = errors.New("any error")

// The cubes, owners and turns are those that gnubg shows after a double and its
// beavers, of which it allows 3. A take then doubles the cube; a drop loses its
// present value.
func TestBeavers(t *testing.T) {
	s := at(game.Rules{Beavers: 3}, func(s *game.State) { s.SetRoller(board.PlayerO) })
	if err := s.Double(); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		cube int
		turn board.Player
	}{{2, board.PlayerO}, {4, board.PlayerX}, {8, board.PlayerO}} {
		if err := s.Beaver(); err != nil || s.Match.Cube != want.cube || s.Match.Turn != want.turn || s.Match.Owner != board.PlayerX {
			t.Errorf("beaver %d: %v, %+v, want %+v", i+1, err, s.Match, want)
		}
	}
	if err := s.Beaver(); err == nil {
		t.Error("a fourth beaver")
	}
	taken, passed := s, s
	if err := taken.Take(); err != nil || taken.Match.Cube != 16 || taken.Match.Owner != board.PlayerX || taken.Match.Turn != board.PlayerO {
		t.Errorf("taken: %v, %+v", err, taken.Match)
	}
	if err := passed.Drop(); err != nil || passed.Result != (game.Result{Winner: board.PlayerX, Points: 8}) {
		t.Errorf("passed: %v, %+v", err, passed.Result)
	}
	again := at(game.Rules{Beavers: 1, Length: 0}, func(s *game.State) { s.Match.Cube = board.MaxCube / 2 })
	if err := errors.Join(again.Double(), again.Beaver()); !errors.Is(err, game.ErrCubeLimit) {
		t.Errorf("a beaver beyond the largest cube: %v", err)
	}
	limited := at(game.Rules{Beavers: 1, MaxCube: 4}, func(s *game.State) { s.Match.Cube, s.Match.Owner = 2, s.Match.Roller })
	if err := errors.Join(limited.Double(), limited.Beaver()); err == nil || !strings.Contains(err.Error(), "maximum is 4") {
		t.Errorf("a beaver beyond the largest cube of the rules: %v", err)
	}
	if err := errors.Join(limited.Take(), limited.MayDouble()); limited.Match.Cube != 4 || err == nil {
		t.Errorf("after the take of the last double: cube at %d, may double %v", limited.Match.Cube, err)
	}
}

// A match to 3 points by resignations: the Crawford game comes once, at the first
// game with one player a point away.
func TestCrawfordGameComesOnce(t *testing.T) {
	s := game.New(match(3))
	for i, c := range []struct {
		loser    board.Player
		kind     int
		score    [2]int
		crawford bool // the next game
	}{
		{board.PlayerX, 1, [2]int{1, 0}, false},
		{board.PlayerX, 1, [2]int{2, 0}, true},
		{board.PlayerO, 1, [2]int{2, 1}, false},
		{board.PlayerO, 1, [2]int{2, 2}, false},
	} {
		if err := s.Resign(c.loser, c.kind); err != nil || s.Match.Score != c.score || s.MatchOver() {
			t.Fatalf("game %d: %v, score %v, want %v", i+1, err, s.Match.Score, c.score)
		}
		if s.NextGame(); s.Match.Crawford != c.crawford || s.Match.Cube != 1 || s.Match.Owner != board.Nobody {
			t.Errorf("after game %d: %+v, Crawford game %v wanted", i+1, s.Match, c.crawford)
		}
	}
	if err := s.Resign(board.PlayerX, 3); err != nil || !s.MatchOver() || s.Leader() != board.PlayerO || s.Match.Score[0] != 5 {
		t.Errorf("at the end: %v, %+v", err, s.Match)
	}
}

// A match that is resumed at double match point has no Crawford game: the Crawford game is the
// first in which one player is 1-away, and then both are. Nor has a match to 1.
func TestNoCrawfordGameAtDoubleMatchPoint(t *testing.T) {
	for _, length := range []int{1, 2, 3, 5, 25} {
		s := game.New(match(length))
		s.Match.Score = [2]int{length - 1, length - 1}
		if s.NextGame(); s.Match.Crawford {
			t.Errorf("%d-%d to %d is a Crawford game", length-1, length-1, length)
		}
		if s.Match.Score = [2]int{length - 1, 0}; length > 1 {
			if s.NextGame(); !s.Match.Crawford {
				t.Errorf("%d-0 to %d is no Crawford game", length-1, length)
			}
		}
	}
}

func TestPostCrawford(t *testing.T) {
	for _, c := range []struct {
		m    board.Match
		want bool
	}{
		{board.Match{}, false},
		{board.Match{Score: [2]int{4, 0}}, false},
		{board.Match{Length: 5, Score: [2]int{3, 2}}, false},
		{board.Match{Length: 5, Score: [2]int{4, 2}, Crawford: true}, false},
		{board.Match{Length: 5, Score: [2]int{4, 2}}, true},
		{board.Match{Length: 5, Score: [2]int{2, 4}}, true},
		{board.Match{Length: 5, Score: [2]int{4, 4}}, true},
		{board.Match{Length: 1}, true},
	} {
		if got := game.PostCrawford(&c.m); got != c.want {
			t.Errorf("%+v: %v, want %v", c.m, got, c.want)
		}
	}
}

// A double on offer is a beaver if the cube already belongs to the player who was doubled.
func TestBeavered(t *testing.T) {
	beaver := board.Match{Doubled: true, Owner: board.PlayerX, Roller: board.PlayerO, Cube: 2}
	for what, c := range map[string]struct {
		change func(*board.Match)
		want   bool
	}{
		"beaver":       {func(*board.Match) {}, true},
		"no double":    {func(m *board.Match) { m.Doubled = false }, false},
		"in a match":   {func(m *board.Match) { m.Length = 7 }, false},
		"centred cube": {func(m *board.Match) { m.Owner = board.Nobody }, false},
		"redouble":     {func(m *board.Match) { m.Owner = board.PlayerO }, false},
	} {
		m := beaver
		if c.change(&m); game.Beavered(&m) != c.want {
			t.Errorf("%s: %v, want %v", what, !c.want, c.want)
		}
	}
}

// By the Jacoby rule a gammon at the end of a game counts as a single game
// until the cube is turned; a gammon by resignation always counts as a gammon.
func TestPoints(t *testing.T) {
	jacoby := game.Rules{Jacoby: true}
	for what, c := range map[string]struct {
		rules       game.Rules
		cube        int
		owner       board.Player
		gammon      int
		resignation int
	}{
		"Jacoby rule, cube in the middle":         {jacoby, 1, board.Nobody, 1, 2},
		"Jacoby rule, cube in the middle, higher": {jacoby, 2, board.Nobody, 2, 4},
		"Jacoby rule, cube turned":                {jacoby, 2, board.PlayerO, 4, 4},
		"no Jacoby rule":                          {game.Rules{}, 1, board.Nobody, 2, 2},
		"Jacoby rule in a match: ignored":         {game.Rules{Length: 5, Jacoby: true}, 1, board.Nobody, 2, 2},
	} {
		s := at(c.rules, func(s *game.State) { s.Match.Cube, s.Match.Owner = c.cube, c.owner })
		if got := s.Points(2); got != c.gammon {
			t.Errorf("%s: a gammon counts %d, want %d", what, got, c.gammon)
		}
		if err := s.Resign(board.PlayerX, 2); err != nil || s.Result.Points != c.resignation || s.Result.Winner != board.PlayerO {
			t.Errorf("%s: a resignation %v %+v, want %d", what, err, s.Result, c.resignation)
		}
		if err := s.Resign(board.PlayerX, 1); err == nil {
			t.Errorf("%s: resigned twice", what)
		}
	}
}

// TestThrow checks who begins: the player with the higher die, or the player on
// roll.
func TestThrow(t *testing.T) {
	dice := board.NewDice(rand.NewPCG(1, 1))
	doubles, others := 0, 0
	for i := range 10_000 {
		s := game.New(game.Rules{})
		if s.Thrown = i%2 == 0; i%4 > 1 {
			s.StartAt(board.Nackgammon.Start())
		}
		position := s.Position
		if err := s.Throw(dice); err != nil {
			t.Fatal(err)
		}
		roll := s.Match.Dice
		want := board.PlayerX
		if s.Thrown && roll[0] < roll[1] {
			want = board.PlayerO
			others++
		}
		if s.Match.Roller != want || s.Match.Turn != want || s.Position != position || s.Opening && roll.Double() {
			t.Fatalf("%v thrown: %+v, Opening %v", roll, s.Match, s.Opening)
		}
		if roll.Double() {
			doubles++
		}
	}
	if doubles < 500 || others < 1_500 {
		t.Errorf("%d doubles in 5,000 throws from other positions, %d of 5,000 first rolls for the other player", doubles, others)
	}
}

// TestWalks checks properties of all games: whose cube it is, who is on roll, and
// the points at the end.
func TestWalks(t *testing.T) {
	ends := map[board.GameState]int{}
	gametest.Walk(rand.NewPCG(5, 5), 200_000, func(before *game.State, a *gametest.Action, after *game.State) {
		b, m := &before.Match, &after.Match
		won := m.Score[0] + m.Score[1] - b.Score[0] - b.Score[1]
		if after.Over() {
			ends[m.State]++
			if won != after.Result.Points || won%b.Cube != 0 || won < 1 || won > 3*b.Cube || m.Score[after.Result.Winner] == b.Score[after.Result.Winner] {
				t.Fatalf("%+v\nby %+v\nto %+v: %+v", b, a, m, after.Result)
			}
		} else if won != 0 || m.Validate() != nil || after.Position.Validate(after.Variant) != nil {
			t.Fatalf("%+v\nby %+v\nto %+v", b, a, m)
		}
		if m.Cube != b.Cube && (m.Owner != m.Roller.Opponent() || m.Cube != 2*b.Cube || m.Crawford || after.NoCube) {
			t.Fatalf("%+v\nby %+v\nto %+v", b, a, m)
		}
		if m.Length > 0 && m.Cube > 1 && m.Cube/2 >= m.Length {
			t.Fatalf("a dead cube was turned: %+v", m)
		}
	})
	for _, how := range []board.GameState{board.Over, board.Dropped, board.Resigned} {
		if ends[how] < 100 {
			t.Errorf("%d games ended by %d", ends[how], how)
		}
	}
}

// FuzzActions tries actions in any order: refused actions change nothing.
func FuzzActions(f *testing.F) {
	f.Add(uint8(5), []byte{0, 1, 7, 2, 3, 0, 1})
	f.Add(uint8(0), []byte{0, 1, 2, 5, 5, 5, 4, 8, 0, 1, 6})
	f.Fuzz(func(t *testing.T, length uint8, data []byte) {
		s := game.New(game.Rules{
			Variant: board.Hypergammon1, Length: int(length % 10), Crawford: true, Jacoby: length&16 != 0, Beavers: 3})
		dice := board.NewDice(rand.NewPCG(uint64(length), 1))
		for _, b := range data {
			before := s
			p := board.Player(b >> 7)
			var err error
			switch b % 9 {
			case 0:
				if s.Match.Dice == (board.Roll{}) && !s.Match.Doubled && !s.Over() {
					err = s.Throw(dice)
				}
			case 1:
				if plays := board.Plays(s.Position, s.Match.Dice); !s.Over() && s.Match.Dice != (board.Roll{}) {
					if len(plays) == 0 {
						s.Play(s.Position.Swap())
					} else {
						s.Play(plays[int(b>>3)%len(plays)].Result)
					}
				}
			case 2:
				err = s.Double()
			case 3:
				err = s.Take()
			case 4:
				err = s.Drop()
			case 5:
				err = s.Beaver()
			case 6:
				err = s.Resign(p, int(b>>3)%5)
			case 7:
				if err = s.MayAnswer(p); err == nil != (s.Match.Doubled && s.Match.Turn == p && !s.Over()) {
					t.Fatalf("%v may answer: %v in %+v", p, err, s.Match)
				}
			case 8:
				if s.Over() && !s.MatchOver() && s.Match.Score[s.Leader()] < 1<<10 {
					s.NextGame()
				}
			}
			if err != nil && s != before {
				t.Fatalf("%d: %v, and the state goes from %+v to %+v", b, err, before, s)
			}
			if !s.Over() && s.Match.Validate() != nil {
				t.Fatalf("%d: %v: %+v", b, s.Match.Validate(), s.Match)
			}
		}
	})
}

// Equal dice in the first throw double the cube, at most so often; then the game goes on with
// the next unequal dice.
func TestAutomaticDoubles(t *testing.T) {
	for what, c := range map[string]struct {
		rules game.Rules
		dice  string
		cube  int
	}{
		"none":             {game.Rules{AutoDoubles: 3}, "31", 1},
		"one":              {game.Rules{AutoDoubles: 3}, "66 31", 2},
		"three":            {game.Rules{AutoDoubles: 3}, "66 11 22 31", 8},
		"limit":            {game.Rules{AutoDoubles: 1}, "66 11 22 31", 2},
		"not in the rules": {game.Rules{}, "66 31", 1},
		"match":            {game.Rules{AutoDoubles: 3, Length: 5}, "66 31", 1},
		"no cube":          {game.Rules{AutoDoubles: 3, NoCube: true}, "66 31", 1},
		"largest cube":     {game.Rules{AutoDoubles: 15, MaxCube: 4}, "66 11 22 31", 4},
		"largest of all":   {game.Rules{AutoDoubles: game.MaxAutoDoubles}, strings.Repeat("55 ", 17) + "31", board.MaxCube},
	} {
		s := game.New(c.rules)
		s.Thrown = true
		err := s.Throw(board.NewFileDice("dice", strings.NewReader(c.dice)))
		if err != nil || s.Match.Cube != c.cube || s.Match.Owner != board.Nobody || s.Match.Dice != (board.Roll{3, 1}) {
			t.Errorf("%s: %v, cube %d of %v, dice %v, want %d", what, err, s.Match.Cube, s.Match.Owner, s.Match.Dice, c.cube)
		}
		s.Play(board.Plays(s.Position, s.Match.Dice)[0].Result)
		if err := s.Throw(board.NewFileDice("dice", strings.NewReader("66"))); err != nil || s.Match.Cube != c.cube {
			t.Errorf("%s: %v, cube %d after a double in the second throw", what, err, s.Match.Cube)
		}
		if s.NextGame(); s.Match.Cube != 1 {
			t.Errorf("%s: the next game begins with the cube at %d", what, s.Match.Cube)
		}
	}
}

// Each double that led to the cube was made by a player who could still gain from it.
func TestCheckMatchCube(t *testing.T) {
	for _, c := range []struct {
		m    board.Match
		want string // part of the error, "" for none
	}{
		{board.Match{Length: 5, Cube: 1, Owner: board.Nobody}, ""},
		{board.Match{Length: 5, Cube: 4, Owner: board.PlayerX}, ""},
		{board.Match{Length: 5, Cube: 2, Owner: board.Nobody}, "cube at 2 in the middle in a match"},
		{board.Match{Length: 5, Cube: 2, Owner: board.PlayerO, Crawford: true}, "cube at 2 in the Crawford game"},
		{board.Match{Length: 5, Score: [2]int{0, 4}, Cube: 2, Owner: board.PlayerO}, "the opponent, 1-away, cannot have doubled the dead cube at 1"},
		{board.Match{Length: 5, Score: [2]int{0, 4}, Cube: 2, Owner: board.PlayerX}, ""},
		{board.Match{Length: 5, Score: [2]int{3, 0}, Cube: 4, Owner: board.PlayerX}, "the player on roll, 2-away, cannot have doubled the dead cube at 2"},
	} {
		err := game.CheckMatchCube(&c.m)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}
