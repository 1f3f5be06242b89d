package runs

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// stepFolder matches the folder of a recipe's step, whose name ends with a digest, or of one that
// is not finished.
var stepFolder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|-)[0-9a-f]{16}(?:\.part)?$`)
})

// isStep reports whether a step of a recipe made the run, so no user has named it.
func (r *Run) isStep() bool { return stepFolder().MatchString(filepath.Base(filepath.Dir(r.Dir))) }

// mostDifferences is the number of settings that a label can name.
const mostDifferences = 4

// unnamed are the beginnings of settings that follow from others, from inputs or from the program.
var unnamed = []string{"toolkit", "kernel", "digests.", "bearoff_databases", "parent"}

// Labelled returns copies of runs with labels by which readers can tell them apart, see
// [Run.Called]. Runs that steps of recipes made are called by their settings that differ, such as
// hidden 40, λ 0.7 (seed 2), unless these are many, or equal.
func Labelled(all []*Run) []*Run {
	labelled := make([]*Run, len(all))
	var steps []*Run
	for i, r := range all {
		copied := *r
		copied.label, copied.same = "", ""
		if labelled[i] = &copied; r.isStep() {
			steps = append(steps, &copied)
		}
	}
	differences := Varied(steps)
	if n := len(differences); n == 0 || n > mostDifferences {
		return labelled
	}
	count := map[string]int{}
	for i, r := range steps {
		settings, seed := label(differences, i)
		r.label, r.same = settings+seed, settings
		count[r.label]++
	}
	for _, r := range steps {
		if count[r.label] > 1 {
			r.label, r.same = "", ""
		}
	}
	return labelled
}

// Varied returns the settings in which runs differ, without those that follow from others, from
// inputs or from the program.
func Varied(all []*Run) []Difference {
	return slices.DeleteFunc(Compare(all).Differences, func(d Difference) bool {
		return slices.ContainsFunc(unnamed, func(name string) bool { return strings.HasPrefix(d.Name, name) })
	})
}

// label returns the settings of a run by which it differs from others, and its seed if that is one
// of them.
func label(differences []Difference, run int) (settings, seed string) {
	var words []string
	for _, d := range differences {
		name := strings.ReplaceAll(d.Name, "_", "-")
		switch value := plainValue(d.Values[run]); {
		case d.Name == "seed" && len(differences) > 1:
			seed = " (seed " + value + ")"
		case d.Name == "lambda":
			words = append(words, "λ "+value)
		case value == "true":
			words = append(words, name)
		case value == "" || value == "false":
			words = append(words, "no "+name)
		default:
			words = append(words, name+" "+value)
		}
	}
	return strings.Join(words, ", "), seed
}

// plainValue returns a value in JSON as a flag has it.
func plainValue(value string) string {
	var text string
	if json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return strings.NewReplacer("[", "", "]", "", `"`, "").Replace(value)
}

// Settings returns the label of the run without its seed, which runs share that differ only in
// seeds; "" if it has no label.
func (r *Run) Settings() string { return r.same }

// Called returns what readers call the run: its label, or its name.
func (r *Run) Called() string { return cmp.Or(r.label, r.Name) }
