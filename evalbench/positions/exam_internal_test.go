package positions

import (
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// someDecisions returns rolls and cube decisions; the third has a single play,
// so players are not asked.
func someDecisions(t testing.TB) []Decision {
	t.Helper()
	set := Standard()
	all := append([]Decision(nil), set.Decisions[:30]...)
	for i := range set.Decisions {
		if d := &set.Decisions[i]; d.IsCube() && len(all) < 50 {
			all = append(all, *d)
		}
	}
	all[2].Moves = all[2].Moves[:1]
	return all
}

// examPlayers are players with the cube and without.
func examPlayers(t testing.TB) map[string]engine.Player {
	t.Helper()
	players := map[string]engine.Player{}
	for _, spec := range []string{"net:m,noise=0.1,cubenoise=0.2", "random"} {
		players[spec] = must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) {
			return enginetest.RandomStatic(t, 6, 3), nil
		}))(t)
	}
	return players
}

func TestExamKind(t *testing.T) {
	for _, p := range examPlayers(t) {
		exam := Exam{Players: named.Players{named.Of("p", p)}, Decisions: someDecisions(t), Seed: 4}
		e := newSitting(&exam, 0, new(Report))
		other := exam
		other.Decisions = exam.Decisions[1:]
		work := farmtest.Of(e.job(), ExamKind(), func() func(int) (*sheet, error) {
			e.handedOut = 0
			return e.next
		})
		work.Other = &newSitting(&other, 0, new(Report)).job().Job
		farmtest.Kind(t, work)
	}
}

// TestExamOnPool compares the answers of a pool with those of goroutines.
func TestExamOnPool(t *testing.T) {
	decisions := someDecisions(t)
	for spec, p := range examPlayers(t) {
		asked := 0
		e := Exam{Players: named.Players{named.Of(spec, p)}, Decisions: decisions, Seed: 4, Workers: 2, Progress: func(*Report) { asked++ }}
		want := must.Get(e.Run(t.Context()))(t).Players[0].Judged
		e.Pool = farmtest.NewPool(t, ExamKind())
		got := must.Get(e.Run(t.Context()))(t).Players[0].Judged
		if len(want) < 15 || !reflect.DeepEqual(got, want) || asked != 2*len(decisions) {
			t.Errorf("%s: %d answers elsewhere, %d here, and not the same; %d decisions", spec, len(got), len(want), asked)
		}
	}
}

// TestQueriesRefused checks queries that belong to no decision.
func TestQueriesRefused(t *testing.T) {
	start := board.Backgammon.Start()
	p := examPlayers(t)
	for _, c := range []struct {
		player string
		q      query
		want   string
	}{
		{"random", query{asks, cube.State{}, board.Roll{}, start}, "question 4, want one below 4"},
		{"random", query{askPlay, cube.State{}, board.Roll{}, start}, "question 1, dice 00"},
		{"random", query{askDouble, moneyState(), board.Roll{1, 0}, start}, "question 2, dice 10"},
		{"random", query{askDouble, cube.Match(65, 0, 0, false), board.Roll{}, start}, "match length 65"},
		{"random", query{askPlay, cube.State{}, board.Roll{3, 1}, board.Position{}}, "the checkers are those of no variant"},
		{"random", query{askPlay, cube.State{}, board.Roll{3, 1}, enginetest.Finished()[0]}, "the game is over"},
		{"random", query{askDouble, cube.Match(1, 0, 0, false), board.Roll{}, start}, "may not double"},
		{"random", query{askDouble, moneyState(), board.Roll{}, start}, "does not handle the cube"},
	} {
		doer := must.Get(farm.NewWork(&answerer{player: p[c.player]}, nil).Doer.Clone())(t)
		_, err := doer.Do(t.Context(), farm.Shard{Items: 1, Payload: c.q.append(nil)}, nil)
		must.Fail(t, err, c.want)
	}
}

// Reading any bytes as shards and results does not panic, and accepted answers
// can be scored.
func FuzzAnswers(f *testing.F) {
	p := player.NewRandom()
	e := newSitting(&Exam{Players: named.Players{named.Of("p", p)}, Decisions: someDecisions(f)}, 0, new(Report))
	doer := &answerer{player: p}
	for range 3 {
		s := doer.Shard(must.Get(e.next(2))(f))
		f.Add(s.Payload, must.Get(farm.NewWork(doer, nil).Doer.Do(f.Context(), s, nil))(f))
	}
	double := query{ask: askDoubleAndTake, state: moneyState(), pos: board.Backgammon.Start()}
	f.Add(double.append([]byte{0}), append([]byte{1, 0}, make([]byte, equitiesSize)...))
	f.Fuzz(func(t *testing.T, payload, result []byte) {
		s := farm.Shard{Items: uint64(len(payload) / querySize), Payload: payload}
		if e.job().Check(s, result) != nil {
			return
		}
		read := must.Get(doer.Piece(s))(t)
		must.OK(t, doer.ReadResult(result, read))
		var gen board.Generator
		for i, answer := range read.each() {
			q := &read.queries[i]
			d := Decision{Position: q.pos, Roll: q.roll, State: q.state, Moves: []Move{{Result: q.pos}}}
			d.judge(q, answer, &gen)
		}
	})
}
