package evalbench

import (
	"encoding/json"
	"strings"
	"testing"

	"gammonlab/engine/named"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// judgedBy returns the settings of a judge.
func judgedBy(e engine.Evaluator, plies int) Assessment {
	return Assessment{Judge: &plies, JudgeModel: named.Model{Evaluator: e}}
}

// A player makes no errors by its own judgement, and any other player makes
// some, by all rules and also with more plies.
func TestJudgeOfOneself(t *testing.T) {
	static := randomStatic(t, nil)
	for _, plies := range []int{0, 1} {
		if plies > 0 && testing.Short() {
			continue // takes seconds
		}
		spec := map[int]string{0: "net:m", 1: "net:m,plies=1"}[plies]
		a := must.Get(player.Parse(spec, func(string) (engine.Evaluator, error) { return static.Clone(), nil }))(t)
		b, err := player.Parse("net:m,noise=0.1,cubenoise=0.2", func(string) (engine.Evaluator, error) { return static.Clone(), nil })
		must.OK(t, err)
		for _, rules := range allRules[plies:] {
			r := run(t, Match{A: named.Player{Player: a}, B: named.Player{Player: b}, Games: 4 - 2*plies, Conditions: Conditions{Rules: rules, Seed: 3}, Assessment: judgedBy(static, plies), Workers: 2})
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
	m := Match{A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewGreedy(static)}, Games: 20, Conditions: Conditions{Rules: Rules{Length: 3}, Seed: 3}, Workers: 1}
	plain := run(t, m)
	m.Assessment = judgedBy(static, 0)
	one := run(t, m)
	m.Workers = 3
	if three := run(t, m); one.Plies != plain.Plies || one.A != plain.A || one.Errors != three.Errors || one.Errors[sideA].PlayError < 1 {
		t.Errorf("judged %+v with one worker, %+v with three; %+v unjudged", one, three, plain)
	}
}
