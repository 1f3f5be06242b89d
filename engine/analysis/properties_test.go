package analysis_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/rating/matches"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// analyse analyses a record of testdata.
func analyse(t testing.TB, name string, o analysis.Options) *analysis.Report {
	t.Helper()
	o.Model.Evaluator = enginetest.Shipped(t, nets.DefaultNet)
	return must.Get(analysis.Analyse(t.Context(), read(t, name), o))(t)
}

func TestWorkersGiveTheSameReport(t *testing.T) {
	one := must.Get(json.Marshal(analyse(t, "match5.mat", analysis.Options{Workers: 1})))(t)
	if three := must.Get(json.Marshal(analyse(t, "match5.mat", analysis.Options{Workers: 3})))(t); !bytes.Equal(one, three) {
		t.Error("three workers give another report than one")
	}
}

// TestPlies searches with a narrow filter: the play that was made and the best
// play are still compared at the same depth.
func TestPlies(t *testing.T) {
	filter := must.Get(search.ParseFilter("1/0/0"))(t)
	o := analysis.Options{Strength: named.StrengthOf(nil, 1), Workers: 1, Games: []int{1}}
	o.Filter = filter
	r := analyse(t, "match5.mat", o)
	for _, d := range r.Games[0].Decisions {
		if d.Played != nil && d.Index > 0 && (d.Moves[0].Plies != 1 || d.Moves[d.Index].Plies != 1) {
			t.Errorf("move %d: the best play at %d plies, the one made at %d", d.Move, d.Moves[0].Plies, d.Moves[d.Index].Plies)
		}
		checkDecision(t, d)
	}
	o.Workers = 3
	if !bytes.Equal(must.Get(json.Marshal(r))(t), must.Get(json.Marshal(analyse(t, "match5.mat", o)))(t)) {
		t.Error("three workers give another report than one")
	}
}

// TestSums checks properties of every report: one player wins what the other loses, no
// error is negative, the played candidate is the play of the record, and the figures of
// the games add up to those of the match.
func TestSums(t *testing.T) {
	for _, name := range []string{"match5.mat", "money.mat"} {
		r := analyse(t, name, analysis.Options{Workers: 2, Candidates: 3})
		all := []analysis.Statistics{r.Statistics}
		var rolls, cubes int
		var lost, result float64
		for i := range r.Games {
			g := &r.Games[i]
			all = append(all, g.Statistics)
			rolls += g.Statistics[0].Plays.Total + g.Statistics[1].Plays.Total
			cubes += g.Statistics[0].Cube.Total + g.Statistics[1].Cube.Total
			lost += g.Statistics[0].Overall.Error.Cost
			result += *g.Statistics[0].Overall.Result
			for _, d := range g.Decisions {
				checkDecision(t, d)
				if len(d.Moves) > 4 {
					t.Errorf("%d candidates, want up to 3 and the one made", len(d.Moves))
				}
			}
		}
		s := &r.Statistics
		if s[0].Plays.Total+s[1].Plays.Total != rolls || s[0].Cube.Total+s[1].Cube.Total != cubes {
			t.Errorf("%s: the games have %d rolls and %d cube decisions, the whole has others", name, rolls, cubes)
		}
		if math.Abs(lost-s[0].Overall.Error.Cost) > 1e-9 || math.Abs(result-*s[0].Overall.Result) > 1e-9 {
			t.Errorf("%s: the games add up to an error of %v and a result of %v", name, lost, result)
		}
		for _, s := range all {
			o, x := &s[0].Overall, &s[1].Overall
			if *o.Result != -*x.Result || *o.LuckAdjusted != -*x.LuckAdjusted {
				t.Errorf("%s: results %v and %v, adjusted %v and %v", name, *o.Result, *x.Result, *o.LuckAdjusted, *x.LuckAdjusted)
			}
		}
	}
}

func checkDecision(t *testing.T, d *analysis.Decision) {
	t.Helper()
	if !(d.Error.Equity >= 0) || !(d.Error.Cost >= 0) {
		t.Errorf("game %d, move %d: an error of %+v", d.Game, d.Move, d.Error)
	}
	if d.Played == nil {
		return
	}
	list := d.Moves
	if made := list[d.Index]; made.Rank != d.Rank || made.Move != d.Made {
		t.Errorf("game %d, move %d: %s is of rank %d, in the list %s of rank %d", d.Game, d.Move, d.Made, d.Rank, made.Move, made.Rank)
	}
	if d.Legal < len(list) {
		t.Errorf("game %d, move %d: %d candidates of %d plays", d.Game, d.Move, len(list), d.Legal)
	}
	if lost := list[0].Worth() - list[d.Index].Worth(); math.Abs(float64(lost)-d.Error.Equity) > 1e-6 { // equities are float32
		t.Errorf("game %d, move %d: the candidates are %v apart, the error is %v", d.Game, d.Move, lost, d.Error.Equity)
	}
	if !slices.IsSortedFunc(list, func(a, b advice.Choice) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(b.Worth(), a.Worth()))
	}) {
		t.Errorf("game %d, move %d: candidates are not in order", d.Game, d.Move)
	}
}

// TestLuckOfAllRolls plays every roll from a position: their luck adds up to
// nothing, and so does that of all openings of both sides.
func TestLuckOfAllRolls(t *testing.T) {
	for _, tt := range []struct {
		name    string
		length  int
		score   [2]int
		opening bool
	}{
		{"money", 0, [2]int{}, false}, {"match", 7, [2]int{5, 1}, false},
		{"opening of a money game", 0, [2]int{}, true}, {"opening of a match", 7, [2]int{5, 1}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &record.Match{Length: tt.length, Rules: record.Rules{Jacoby: tt.length == 0, Crawford: true}}
			players := []board.Player{board.PlayerX}
			if tt.opening {
				players = append(players, board.PlayerO)
			}
			for _, p := range players {
				for _, roll := range board.Rolls {
					if tt.opening && roll.Double() {
						continue
					}
					addGame(m, tt.score, p, roll, tt.opening)
				}
			}
			r, err := analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Workers: 2})
			must.OK(t, err)
			var sum [2]float64
			for i := range r.Games {
				d := r.Games[i].Decisions[len(r.Games[i].Decisions)-1]
				sum[d.Player] += float64(d.Match.Dice.Ways()) * d.Luck.Cost
			}
			// The opponent's good luck is the player's bad luck.
			if total := sum[board.PlayerX] - sum[board.PlayerO]; math.Abs(total) > 1e-9 {
				t.Errorf("the luck of all rolls adds up to %v", total)
			}
		})
	}
}

// addGame adds a game in which the player plays the roll, at its opening or after
// a board was set.
func addGame(m *record.Match, score [2]int, p board.Player, roll board.Roll, opening bool) {
	pos := board.Backgammon.Start()
	var actions []record.Action
	if !opening {
		pos = board.Plays(pos, board.Roll{6, 3})[0].Result
		actions = append(actions, record.Action{Kind: record.SetBoard, Player: p, Board: &pos})
	}
	play := board.Plays(pos, roll)[0]
	actions = append(actions, record.Action{Kind: record.Move, Player: p, Roll: roll, Steps: slices.Clone(play.Steps())})
	m.Games = append(m.Games, record.Game{
		Score: score, Cube: 1, Actions: actions, Result: record.Result{Winner: board.Nobody},
	})
}

// TestJSON compares the names and kinds of all values in the JSON with a golden
// file: scripts rely on them. The judge is td512, which is not replaced: which
// fields appear depends on the errors that the judge sees.
func TestJSON(t *testing.T) {
	shape := map[string]bool{}
	for _, name := range []string{"match5.mat", "money.mat"} {
		var v any
		r, err := analysis.Analyse(t.Context(), read(t, name), analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, "td512"), 0), Candidates: 1})
		must.OK(t, err)
		must.OK(t, matches.Rate(r))
		must.OK(t, json.Unmarshal(must.Get(json.Marshal(r))(t), &v))
		describe(shape, "", v)
	}
	var lines []string
	for line := range shape {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	got, path := strings.Join(lines, "\n")+"\n", filepath.Join("testdata", "json-structure.golden")
	if *update {
		must.OK(t, os.WriteFile(path, []byte(got), 0o666))
	}
	want := must.Get(os.ReadFile(path))(t)
	if got != string(want) {
		t.Errorf("got\n%s\nwant (%s, rewrite it with -update)\n%s", got, path, want)
	}
}

// describe notes the path and kind of every value.
func describe(shape map[string]bool, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			describe(shape, path+"."+key, value)
		}
	case []any:
		for _, value := range v {
			describe(shape, path+"[]", value)
		}
	default:
		shape[fmt.Sprintf("%s %T", path, v)] = true
	}
}

// illegal is a record whose first game goes wrong in its second line.
const illegal = ` 5 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/12                   11: 6/5 6/5
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Drops
      Wins 1 point
`

func TestIllegalPlay(t *testing.T) {
	m := must.Get(record.Read("illegal", strings.NewReader(illegal)))(t)
	o := analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Workers: 2}
	const where = "game 1, move 2"
	must.Fail(t, must.Err(analysis.Analyse(t.Context(), m, o)), where)
	o.KeepGoing = true
	r := must.Get(analysis.Analyse(t.Context(), m, o))(t)
	if p := r.Games[0].Problem; !strings.Contains(p, where) {
		t.Errorf("the problem of game 1 is %q, want one that names %s", p, where)
	}
	if n := len(r.Games[0].Decisions); n != 3 { // two plays, one decision not to double
		t.Errorf("%d decisions of game 1, want 3", n)
	}
	if n := len(r.Games[1].Decisions); n != 3 || r.Games[1].Problem != "" {
		t.Errorf("%d decisions of game 2 (%s), want 3", n, r.Games[1].Problem)
	}
	if r.Games[0].Statistics[0].Overall.Result != nil || r.Games[1].Statistics[0].Overall.Result == nil {
		t.Error("game 2 has a result, game 1 must not be counted")
	}
}

// TestKindsOfTurns counts the decisions of turns that differ.
func TestKindsOfTurns(t *testing.T) {
	const opening, start = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n", " Game 1\n Ann : 0                        Bob : 0\n"
	for _, tt := range []struct {
		name, text string
		want       string // the kinds of decisions, with ? if open
	}{
		{"opening", " 5 point match\n" + start + opening, "play double play"},
		{"take", " 5 point match\n" + start + opening + "  2)  Doubles => 2                Takes\n  3) 31: 6/5 6/3\n",
			"play double play double answer play"},
		{"match to one point", " 1 point match\n" + start + opening, "play play"},
		{"Crawford", " 5 point match\n Game 1\n Ann : 4                        Bob : 0\n" + opening, "play play"},
		{"last roll not played", " 0 point match\n" + start + "  1) 31: 8/5 6/5                 66:\n", "play play?"},
		{"last double not answered", " 0 point match\n" + start + opening + "  2)  Doubles => 2\n", "play double play double answer?"},
		{"beaver", " 0 point match\n" + start + opening + "  2)  Doubles => 2                Beavers => 4\n  3)  Takes\n",
			"play double play double answer"},
	} {
		m, err := record.Read(tt.name, strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		r, err := analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), KeepGoing: true})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, d := range r.Games[0].Decisions {
			kind := d.Kind.String()
			if d.Open {
				kind += "?"
			}
			got = append(got, kind)
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("%s: %s, want %s (%s)", tt.name, text, tt.want, r.Games[0].Problem)
		}
	}
}

// TestBeavers judges two beavers. The wrong one, by a player who should pass, puts four
// cubes at stake instead of one, and counts as a wrong take.
func TestBeavers(t *testing.T) {
	const start = " 0 point match\n Game 1\n Ann : 0                        Bob : 0\n"
	const beaver = "  3)  Doubles => 2                Beavers => 4\n  4)  Takes\n"
	for moves, best := range map[string]string{
		"  1) 31: 8/5 6/5                 21: 24/22 24/23\n  2) 55: 13/8 13/8 8/3* 8/3     55:\n":      "pass",
		"  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 21: 24/23 6/4               31: 8/5 6/5\n": "beaver",
	} {
		m := must.Get(record.Read("beaver", strings.NewReader(start+moves+beaver)))(t)
		r := must.Get(analysis.Analyse(t.Context(), m, analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0)}))(t)
		all := r.Games[0].Decisions
		d := all[len(all)-1]
		takes := r.Statistics[d.Player].Cube
		take, want, fault, wrong := -d.Verdict.DoubleTake, 0.0, advice.NoFault, 0
		if best == "pass" {
			want, fault, wrong = -1-2*take, advice.WrongBeaver, 1
		}
		if d.Kind != analysis.Answer || d.Made != "beaver" || d.Best != best || d.Fault != fault {
			t.Errorf("%v: %s instead of %s (%v), want %s", d.Kind, d.Made, d.Best, d.Fault, best)
		}
		if math.Abs(d.Error.Equity-want) > 1e-9 || takes.WrongTake.Count != wrong || takes.WrongTake.Error != d.Error || takes.Takes != 1 {
			t.Errorf("a take is worth %.3f; the beaver costs %.3f, want %.3f; takes %+v", take, d.Error.Equity, want, takes)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := int64(0)
	_, err := analysis.Analyse(ctx, read(t, "match5.mat"), analysis.Options{
		Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0),
		Workers:  2,
		Progress: func(done, total int64) {
			calls++
			if done != calls || total < 100 {
				t.Errorf("call %d reports %d of %d", calls, done, total)
			}
			if done == 5 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if calls > 5 {
		t.Errorf("%d decisions were judged, it was cancelled after 5", calls)
	}
}

func TestGames(t *testing.T) {
	all := analyse(t, "match5.mat", analysis.Options{})
	two := analyse(t, "match5.mat", analysis.Options{Games: []int{2, 1, 2}})
	if len(two.Games) != 2 || two.Games[1].Number != 2 || len(two.Games[1].Decisions) != len(all.Games[1].Decisions) {
		t.Errorf("%d games, want games 1 and 2 of %d", len(two.Games), len(all.Games))
	}
	for _, game := range []int{0, -1, 100} {
		o := analysis.Options{Strength: named.StrengthOf(enginetest.Shipped(t, nets.DefaultNet), 0), Games: []int{1, game}}
		if _, err := analysis.Analyse(t.Context(), read(t, "match5.mat"), o); err == nil {
			t.Errorf("game %d was analysed", game)
		}
	}
}

func ExampleAnalyse() {
	m, err := record.Read("example", strings.NewReader(` 5 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             42: 8/4 6/4
`))
	if err != nil {
		panic(err)
	}
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		panic(err)
	}
	r, err := analysis.Analyse(context.Background(), m, analysis.Options{Strength: named.StrengthOf(engine.NewStatic(model, nil), 0)})
	if err != nil {
		panic(err)
	}
	d := r.Games[0].Decisions[0]
	fmt.Printf("%s plays %s (%v), best is %s\n", r.Names[d.Player], d.Made, d.Mark, d.Best)
	// Output: Ann plays 24/23 13/10 (very bad), best is 8/5 6/5
}
