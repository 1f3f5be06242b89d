package recipe

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/cputime"
	"gammonlab/internal/must"
)

func TestParseBudget(t *testing.T) {
	for text, want := range map[string]float64{"2": 2, "0.5": 0.5, "1 core-hour": 1, "2.5 core-hours": 2.5} {
		if got, err := ParseBudget(text); err != nil || got != want {
			t.Errorf("%q is read as %v, error %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "NaN", "Inf", "2 hours", "core-hours", "2 core-hours more"} {
		must.Fail(t, must.Err(ParseBudget(text)), "want a number of core-hours above 0", text)
	}
	must.Fail(t, must.Err(Parse(newToy().Program, "toy.yaml", []byte("budget: soon\n"+chain))), `toy.yaml: line 1: budget: found "soon", want a number of core-hours above 0`)
}

// spins uses processor time until some seconds are over or the work is cancelled.
func spins(ctx context.Context, seconds float64) error {
	for before := cputime.Process(); (cputime.Process() - before).Seconds() < seconds; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// The work ends when the budget is used, also in the middle of a step. What is finished is kept
// and counts, so that the same command does nothing more, and a larger budget goes on.
func TestBudget(t *testing.T) {
	toy, dir := newToy(), t.TempDir()
	run, long := toy.Run, "size=4"
	toy.Run = func(ctx context.Context, args []string, out, errs io.Writer) error {
		seconds := 0.2
		if strings.Contains(strings.Join(args, " "), long) {
			seconds = 60
		}
		if err := spins(ctx, seconds); err != nil {
			return err
		}
		return run(ctx, args, out, errs)
	}
	for i, c := range []struct {
		budget, long string
		did          int
		used         bool // the budget
	}{
		{"0.0002", "size=4", 1, true}, // 0.72 seconds; the second step is interrupted
		{"0.00005", "size=4", 0, true},
		{"0.5", "none", 2, false},
		{"0.5", "none", 0, false},
		{"0.00001", "none", 0, false}, // all is done
	} {
		long = c.long
		before := len(toy.did)
		_, err := toy.try(t, dir, "budget: "+c.budget+" core-hours\n"+chain)
		if len(toy.did)-before != c.did || errors.Is(err, ErrBudget) != c.used || (err != nil) != c.used {
			t.Errorf("run %d: %d commands, error %v", i, len(toy.did)-before, err)
		}
	}
	if found := must.Get(filepath.Glob(filepath.Join(dir, stepsDir, "*", spentName)))(t); found != nil {
		t.Errorf("notes are left: %v", found)
	}
}

// The processor time of work contains that of the attempts that it continues.
func TestTimeOfContinuedWork(t *testing.T) {
	toy, dir := newToy(), t.TempDir()
	toy.Kinds[0].Settings[5].Keeps = func(string) bool { return true } // out
	run, fail := toy.Run, errors.New("killed")
	toy.Run = func(ctx context.Context, args []string, out, errs io.Writer) error {
		if err := spins(ctx, 0.3); err != nil {
			return err
		}
		if fail != nil {
			for _, arg := range args {
				if file, ok := strings.CutPrefix(arg, "--out="); ok {
					must.OK(t, os.WriteFile(file, nil, 0o666))
				}
			}
			return fail
		}
		return run(ctx, args, out, errs)
	}
	recipe := "recipe: one\nsteps:\n  first: {make net: {size: 3}}\n"
	must.Fail(t, must.Err(toy.try(t, dir, recipe)), "killed")
	fail = nil
	plan := must.Get(toy.try(t, dir, recipe))(t)
	record := must.Get(must.Get(OpenStore(dir))(t).Find(plan.Works[0]))(t)
	if record.Cores < 0.55 || record.Seconds < 0.55 {
		t.Errorf("%v core-seconds in %v seconds, want those of both attempts", record.Cores, record.Seconds)
	}
	if _, known := record.Use(); known {
		t.Error("the use of unknown workers is known")
	}
	record.Machine.Workers = 2
	if use, known := record.Use(); !known || use != record.Cores/record.Seconds/2 {
		t.Errorf("use of the workers is %v, known %v, want %v", use, known, record.Cores/record.Seconds/2)
	}
}
