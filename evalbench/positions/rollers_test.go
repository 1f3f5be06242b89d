package positions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rollers"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// On decisions of the yardstick, rolled out at length by another net, the smallest rollers cost no
// more than 2 plies.
func TestRollersAreNoWorseThanPlies(t *testing.T) {
	exam := positions.Exam{Seed: 1, Workers: 2}
	for _, name := range []string{"rolls-jacoby-default.jsonl", "rolls-match-gnubg.jsonl", "cubes-short-default.jsonl"} {
		const lines = 12 // the settings, then a decision a line
		all := must.Get(os.ReadFile(filepath.Join("..", "yardstick", name)))(t)
		some := strings.Join(strings.SplitAfter(string(all), "\n")[:lines], "")
		set := must.Get(positions.Read(strings.NewReader(some), name))(t)
		exam.Decisions = append(exam.Decisions, set.Decisions...)
	}
	parser := player.Parser{Roller: rollers.Roller{}, Load: func(string) (engine.Evaluator, error) {
		return enginetest.Shipped(t, nets.DefaultNet).Clone(), nil
	}}
	for _, spec := range []string{"net:m,plies=2", "net:m,rollers=1"} {
		exam.Players = append(exam.Players, named.Of(spec, must.Get(parser.Parse(spec))(t)))
	}
	cost := func(a *positions.Answers) (sum float64) {
		for i := range a.Judged {
			sum += a.Judged[i].Loss
		}
		return sum
	}
	report := must.Get(exam.Run(t.Context()))(t)
	plies, rolled := cost(&report.Players[0]), cost(&report.Players[1])
	if plies == 0 || rolled > plies {
		t.Errorf("rollers cost %v points, and 2 plies %v, want no more", rolled, plies)
	}
}
