package app

import (
	"slices"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/farm"
	"gammonlab/cmd/gammonlab/internal/recipe"
	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/jobs"
	"gammonlab/internal/must"
	"gammonlab/work"
)

// Everything that a user can do with a kind of work follows from its entry in the catalogue: the
// command, the step of a recipe, the job with its page and its call, and the work of farms.
func TestCatalogue(t *testing.T) {
	p := gammonlab()
	commands := map[string]bool{}
	for name, command := range cliutil.EveryCommand(p.Commands) {
		commands[name] = command.Action != nil
	}
	steps := map[string]bool{}
	for _, k := range recipe.Kinds(p.Commands, p.Outputs) {
		steps[k.Name] = true
	}
	calls := map[string]bool{}
	for _, o := range must.Get(api.Operations())(t) {
		calls[o.Method+" "+o.Path] = true
	}
	all := work.All()
	if len(all) < 40 {
		t.Fatalf("the catalogue has %d kinds of work, want those of the program", len(all))
	}
	for _, e := range all {
		if !commands[e.Name] {
			t.Errorf("%s is no command", e.Name)
		}
		if !steps[e.Name] {
			t.Errorf("%s is no step of a recipe", e.Name)
		}
		name := strings.ReplaceAll(e.Name, " ", "-")
		if e.Local || e.Asks() {
			continue
		}
		if !slices.ContainsFunc(jobs.Kinds(), func(k jobs.Kind) bool { return k.Name == name }) {
			t.Errorf("%s is no job", e.Name)
		}
		if !calls["POST /api/v1/jobs/"+name] {
			t.Errorf("no call of the API starts %s", e.Name)
		}
	}
	for _, e := range all {
		if e.Farm == nil {
			continue
		}
		if of, _, _ := strings.Cut(e.Farm().Name, "/"); !slices.Contains(farm.KindNames(), of) {
			t.Errorf("workers do not take the jobs %s of %s", of, e.Name)
		}
	}
}
