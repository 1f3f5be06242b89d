package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/recipe"
)

// effort is what the finished work of a recipe has cost.
type effort struct {
	CoreHours  float64            `json:"core_hours"`       // of processor time
	Processors map[string]float64 `json:"processors"`       // core-hours on processors, by their names
	Use        float64            `json:"use,omitempty"`    // share of the time of all workers in which they computed, of the steps of which it is known
	Poorly     []usage            `json:"poorly,omitempty"` // steps below lowUse that took a hundredth of the time or more, the longest first
}

// usage is how well a step used its workers.
type usage struct {
	Step    string  `json:"step"`
	Seconds float64 `json:"seconds"` // elapsed
	Use     float64 `json:"use"`
}

// lowUse is the use of workers below which reports name a step.
const lowUse = 0.8

// effortOf returns what finished work has cost.
func effortOf(records []*recipe.Record) effort {
	e := effort{Processors: map[string]float64{}}
	var elapsed, used, all float64
	for _, r := range records {
		e.CoreHours += r.Hours()
		e.Processors[cmp.Or(r.Machine.Processor, "unknown processors")] += r.Hours()
		if use, known := r.Use(); known {
			seconds := r.Seconds * float64(r.Machine.Workers)
			elapsed, used, all = elapsed+r.Seconds, used+use*seconds, all+seconds
			if use < lowUse {
				e.Poorly = append(e.Poorly, usage{r.Step, r.Seconds, use})
			}
		}
	}
	if all > 0 {
		e.Use = used / all
	}
	e.Poorly = slices.DeleteFunc(e.Poorly, func(u usage) bool { return u.Seconds < elapsed/100 })
	slices.SortStableFunc(e.Poorly, func(a, b usage) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return e
}

// Text returns a sentence, "" for no work.
func (e *effort) Text() string {
	if e.CoreHours == 0 {
		return ""
	}
	text := recipe.HoursText(e.CoreHours) + " core-hours on "
	names := slices.Sorted(maps.Keys(e.Processors))
	for i, name := range names {
		if len(names) > 1 {
			names[i] += " (" + recipe.HoursText(e.Processors[name]) + ")"
		}
	}
	text += strings.Join(names, ", ")
	if e.Use > 0 {
		text += fmt.Sprintf("; the workers computed in %.0f %% of their time", 100*e.Use)
	}
	if len(e.Poorly) == 0 {
		return text + ".\n"
	}
	const most = 6
	var low []string
	for _, p := range e.Poorly[:min(most, len(e.Poorly))] {
		low = append(low, fmt.Sprintf("%s %.0f %%", p.Step, 100*p.Use))
	}
	text += fmt.Sprintf("; below %.0f %%: %s", 100*lowUse, strings.Join(low, ", "))
	if more := len(e.Poorly) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ".\n"
}
