package evalbench

import (
	"encoding/json"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// A player makes no errors by its own judgement, and any other player makes
// some, by all rules and also with more plies.
func TestJudgeOfOneself(t *testing.T) {
	static := randomStatic(t, nil)
	for _, plies := range []int{0, 1} {
		if plies > 0 && testing.Short() {
			continue // takes seconds
		}
		filter := must.Get(search.ParseFilter("tiny"))(t)
		judge := must.Get(search.New(static.Clone(), search.Options{Plies: plies, Filter: filter}))(t)
		spec := map[int]string{0: "net:m", 1: "net:m,plies=1,filter=tiny"}[plies]
		a := must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) { return static.Clone(), nil }))(t)
		b, err := player.Parse("net:m,noise=0.1,cubenoise=0.2", func(string) (engine.Evaluator, error) { return static.Clone(), nil })
		must.OK(t, err)
		for _, rules := range allRules[plies:] {
			r := run(t, Match{A: a, B: b, Games: 4 - 2*plies, Seed: 3, Rules: rules, Judge: judge, Workers: 2})
			own, other := r.Errors[sideA], r.Errors[sideB]
			if !own.OfJudge() || other.OfJudge() {
				t.Errorf("%v, %d plies: A is the judge: %v, B: %v", rules, plies, own.OfJudge(), other.OfJudge())
			}
			text, err := json.Marshal(r)
			if err != nil || strings.Count(string(text), `"is_judge":true`) != 1 || strings.Count(string(text), `"is_judge":false`) != 1 {
				t.Errorf("%v: %v, %s", rules, err, text)
			}
			if text := r.Text(); !strings.Contains(text, "A not judged: it is the judge   B ") || !strings.Contains(text, "A made the judge's own choice in each of") {
				t.Errorf("%v: A is shown as\n%s", rules, text)
			}
			if own.PlayError > 1e-6 || own.CubeError > 1e-6 || own.Plays < 10 {
				t.Errorf("%v, %d plies: A's errors by its own judgement are %+v", rules, plies, own)
			}
			hasCube := rules.Cube || rules.Length > 1
			if other.PlayError < 0.1 || hasCube != (other.Cubes > 0) || hasCube && other.CubeError == 0 {
				t.Errorf("%v, %d plies: B's errors are %+v", rules, plies, other)
			}
		}
	}
}

// Judging does not change the games, and its result does not depend on the workers.
func TestJudgingLeavesGamesAlone(t *testing.T) {
	static := randomStatic(t, nil)
	judge := must.Get(search.New(static.Clone(), search.Options{}))(t)
	m := Match{A: player.Pubeval{}, B: player.NewGreedy(static), Games: 20, Seed: 3, Rules: Rules{Length: 3}, Workers: 1}
	plain := run(t, m)
	m.Judge = judge
	one := run(t, m)
	m.Workers = 3
	if three := run(t, m); one.Plies != plain.Plies || one.A != plain.A || one.Errors != three.Errors || one.Errors[sideA].PlayError < 1 {
		t.Errorf("judged %+v with one worker, %+v with three; %+v unjudged", one, three, plain)
	}
}
