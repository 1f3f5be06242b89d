package record

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
)

// The IDs are those that gnubg shows in the same game: see README in testdata.
func TestReplayGivesTheIDsOfGnubg(t *testing.T) {
	want := []struct {
		kind     Kind
		position string
		match    string
	}{
		{Move, "4HPwATDgc/ABMA", "cIkFAAAAAAAA"},
		{Double, "sGfwATDgc/ABMA", "MAEAAAAAAAAA"},
		{Beaver, "sGfwATDgc/ABMA", "MBkAAAAAAAAA"},
		{Beaver, "sGfwATDgc/ABMA", "EREAAAAAAAAA"},
		{Take, "sGfwATDgc/ABMA", "EhkAAAAAAAAA"},
		{Rolled, "sGfwATDgc/ABMA", "EwEAAAAAAAAA"}, // before the roll: gnubg after it has EwEOAAAAAAAA
	}
	m := load(t, "beavers.sgf")
	r := m.Replay(0)
	for i, w := range want {
		if !r.Next() {
			t.Fatal(r.Err())
		}
		match := r.Match
		if w.kind == Rolled {
			if id := match.ID(); id != "EwEOAAAAAAAA" {
				t.Errorf("dice thrown: match ID %s, want EwEOAAAAAAAA", id)
			}
			match.Dice = board.Roll{}
		}
		if p, id := r.Position.ID(), match.ID(); r.Action.Kind != w.kind || p != w.position || id != w.match {
			t.Errorf("action %d: got %v %s:%s, want %v %s:%s", i+1, r.Action.Kind, p, id, w.kind, w.position, w.match)
		}
	}
}

// Every position and match state of a replay can be encoded as IDs and as an
// XGID.
func TestReplayStatesAreValid(t *testing.T) {
	for i, tt := range allRules {
		m := randomMatch(rand.New(rand.NewPCG(uint64(i), 2)), tt.length, tt.games, tt.rules)
		for game := range m.Games {
			r := m.Replay(game)
			for r.Next() {
				checkState(t, r, tt.rules.Variant)
			}
			if err := r.Err(); err != nil {
				t.Fatal(err)
			}
			if r.Match.State == board.Playing {
				t.Errorf("game %d is not over at its end", game+1)
			}
		}
	}
}

func checkState(t *testing.T, r *Replay, v board.Variant) {
	t.Helper()
	m := r.Match
	if err := r.Position.Validate(v); err != nil {
		t.Error(err)
	}
	if got, err := board.ParseMatchID(m.ID()); err != nil || got.ID() != m.ID() {
		t.Errorf("match ID %s: %v", m.ID(), err)
	}
	x := board.XGID{Position: r.Position, Match: m, MaxCube: board.MaxCube}
	if m.Doubled && m.Turn == m.Roller {
		return // a beaver is offered, which an XGID cannot encode
	}
	if got, err := board.ParseXGID(x.String(), v); err != nil || got.Position != r.Position {
		t.Errorf("%s: %v", x, err)
	}
	switch r.Action.Kind {
	case Move:
		if m.Roller != r.Action.Player || m.Dice != r.Action.Roll {
			t.Errorf("%v plays %v, and the state is %+v", r.Action.Player, r.Action.Roll, m)
		}
	case Take, Drop:
		if !m.Doubled || m.Turn != r.Action.Player {
			t.Errorf("%v answers a double, and the state is %+v", r.Action.Player, m)
		}
	}
}

func TestReplayNamesWhatIsIllegal(t *testing.T) {
	tests := []struct {
		what, lines string
		want        string // part of the error, "" for none
	}{
		{"legal", " 1) 31: 8/5 6/5   42: 8/4 6/4\n", ""},
		{"joined", " 1) 42: 24/18   31: 24/20\n", ""},
		{"a checker is missing", " 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) 31: 7/4 6/5\n",
			`game 1, move 2, O's move: play "7/4 6/5" of 31: 7/4: no checker on the 7 point`},
		{"of player 1", " 1) 31: 8/5 6/5   62: 24/20\n", "game 1, move 1, X's move"},
		{"no play, but a legal one exists", " 1) 31:    42: 8/4 6/4\n", "there are legal plays"},
		{"unknown play", " 1) 31: ????   42: 8/4 6/4\n", `unknown play "????"`},
		{"words", " 1) 31: Illegal play   42: 8/4 6/4\n", `unknown play "Illegal play"`},
		{"a turn is missing", " 1) 31: 8/5 6/5\n 2) 42: 8/4 6/4  21: 24/23 13/11\n",
			"move 1, X's move: the turn is missing"},
		{"beaver in a match", " 1) 31: 8/5 6/5   Doubles => 2\n 2) Beavers => 4\n", "beavers are for money"},
		{"opponent's cube", " 1) 31: 8/5 6/5   Doubles => 2\n 2) Takes    42: 8/4 6/4\n" +
			" 3) 66: 24/18(2) 13/7(2)  Doubles => 4\n", "the opponent owns the cube"},
		{"after the end", " 1) 31: 8/5 6/5   Doubles => 2\n 2) Drops   31: 8/5 6/5\n", "the game is over"},
	}
	for _, tt := range tests {
		err := mat(t, tt.lines).Validate()
		if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.what, err, tt.want)
		}
	}
}

func TestReplayOfMatchesMadeByHand(t *testing.T) {
	move := Action{Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}}
	start := board.Backgammon.Start()
	crowded := start
	crowded.Own[6]++
	over := board.Position{Own: board.Side{board.Off: 15}, Opp: board.Side{1: 15}}
	tests := []struct {
		what    string
		change  func(*Match)
		actions []Action
		want    string
	}{
		{"legal", nil, []Action{move}, ""},
		{"no cube", nil, []Action{move, {Kind: Double}, {Kind: Take, Player: board.PlayerX}}, ""},
		{"Crawford", func(m *Match) { m.Games[0].Crawford = true }, []Action{{Kind: Double}}, "Crawford game"},
		{"cube not in use", func(m *Match) { m.Rules.NoCube = true }, []Action{{Kind: Double}}, "not in use"},
		{"score", func(m *Match) { m.Games[0].Score[1] = 9 }, nil, "start: X has a score of 9, want 0 to 5"},
		{"no cube at the start", func(m *Match) { m.Games[0].Cube = 0 }, nil, "start: cube at 0"},
		{"cube at its end", nil, []Action{{Kind: SetCube, Value: board.MaxCube}, {Kind: Double}}, "maximum is 32768"},
		{"set cube", nil, []Action{{Kind: SetCube, Value: 3}}, "cube at 3, want a power of 2"},
		{"set board", nil, []Action{{Kind: SetBoard, Board: &start}, move}, ""},
		{"no board", nil, []Action{{Kind: SetBoard}}, "no board"},
		{"bad board", nil, []Action{{Kind: SetBoard, Board: &crowded}}, "16 checkers"},
		{"board of a finished game", nil, []Action{{Kind: SetBoard, Board: &over}}, "no checkers left"},
		{"set owner", nil, []Action{{Kind: SetOwner, Player: board.PlayerX}, {Kind: Double}}, "the opponent owns the cube"},
		{"centred", nil, []Action{{Kind: SetOwner, Player: board.Nobody}, {Kind: Double}}, ""},
		{"double not answered", nil, []Action{{Kind: Double}, move}, "X must first answer a double"},
		{"take without a double", nil, []Action{move, {Kind: Take}}, "O's take: no double to answer"},
		{"drop without a double", nil, []Action{move, {Kind: Drop}}, "O's drop: no double to answer"},
		{"own double", nil, []Action{{Kind: Double}, {Kind: Take}}, "X must answer"},
		{"not on roll", nil, []Action{move, move}, "O is on roll"},
		{"no player", nil, []Action{{Kind: Double, Player: 7}}, "no such player"},
		{"no kind", nil, []Action{{Kind: 77}}, "no such kind"},
		{"resignation without points", nil, []Action{{Kind: Resign}}, "at 0, want 1"},
		{"dice", nil, []Action{{Kind: Rolled, Roll: board.Roll{7, 1}}}, "want 1 to 6"},
		{"dice of a move", nil, []Action{{Roll: board.Roll{7, 1}}}, "want 1 to 6"},
		{"play without dice", nil, []Action{{Steps: move.Steps}}, "a play without dice"},
		{"winner", func(m *Match) { m.Games[0].Result.Winner = board.PlayerO },
			[]Action{{Kind: Resign, Value: 1}}, "the winner in the record is O, by the play it is X"},
	}
	for _, tt := range tests {
		m := &Match{Length: 5}
		m.AddGame().Actions = tt.actions
		if tt.change != nil {
			tt.change(m)
		}
		err := m.Validate()
		if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.what, err, tt.want)
		}
	}
}

// An illegal play ends the replay of its game; all other games are replayed.
func TestIllegalPlaysLeaveOtherGamesAlone(t *testing.T) {
	m := load(t, "match5.mat")
	m.Games[1].Actions[10].Steps[0].From = board.Bar
	for i := range m.Games {
		r := m.Replay(i)
		n := 0
		for r.Next() {
			n++
		}
		if i == 1 && (r.Err() == nil || n != 10) {
			t.Errorf("game 2: %d actions, error %v, want 10 and an error", n, r.Err())
		}
		if i != 1 && (r.Err() != nil || n != len(m.Games[i].Actions)) {
			t.Errorf("game %d: %d actions, error %v", i+1, n, r.Err())
		}
	}
	for _, f := range formats { // and they are kept
		got, err := f.read("test", strings.NewReader(mustWrite(t, f.write, m)))
		if err != nil {
			t.Fatal(err)
		}
		sameMatch(t, got, m)
	}
}

func TestAddGame(t *testing.T) {
	m := &Match{Length: 3, Rules: Rules{Crawford: true}}
	for i, tt := range []struct {
		result   Result
		score    [2]int
		crawford bool
	}{
		{Result{Winner: board.PlayerX, Points: 1}, [2]int{0, 0}, false},
		{Result{Winner: board.PlayerX, Points: 1}, [2]int{0, 1}, false},
		{Result{Winner: board.PlayerO, Points: 2}, [2]int{0, 2}, true},
		{Result{Winner: board.Nobody, Points: 0}, [2]int{2, 2}, false},
	} {
		g := m.AddGame()
		if g.Score != tt.score || g.Crawford != tt.crawford {
			t.Errorf("game %d: %v, Crawford %v, want %v, %v", i+1, g.Score, g.Crawford, tt.score, tt.crawford)
		}
		g.Result = tt.result
	}
}
