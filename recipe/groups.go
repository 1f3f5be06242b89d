package recipe

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/recipe/contrast"
)

// Group is the points of a sweep with equal settings: they differ only in seeds.
type Group struct {
	Values []Assignment // without seeds
	Points []*Point     // one or more
}

// Groups returns the groups of the points of a plan, in the order of their first points.
func (plan *Plan) Groups() (all []*Group) {
	known := map[string]*Group{}
	for _, p := range plan.Points {
		values := slices.DeleteFunc(slices.Clone(p.Values), func(v Assignment) bool { return v.isSeed() })
		label := labelOf(values)
		if known[label] == nil {
			known[label] = &Group{Values: values}
			all = append(all, known[label])
		}
		known[label].Points = append(known[label].Points, p)
	}
	return all
}

// isSeed reports whether a value of a point is a seed: that of the recipe, or of a step.
func (v *Assignment) isSeed() bool {
	return v.Name == seedName || strings.HasSuffix(v.Name, "."+seedName)
}

// seedName is the name of the setting that only repeats work.
const seedName = "seed"

// Label returns the settings of a group, such as net.rate=0.002; of one point its own label.
func (g *Group) Label() string {
	if len(g.Points) == 1 {
		return g.Points[0].Label()
	}
	return labelOf(g.Values)
}

// Ended returns why the group has ended early, "" if it has not.
func (g *Group) Ended() string { return g.Points[0].Ended }

// repeats reports whether the runs of a step are repetitions, which differ only in their seeds:
// no step of their loop depends on the run before or the number of the run.
func (r *Recipe) repeats(s *Step) bool {
	if s.loop == nil || s.loop.Repeat == 0 {
		return false
	}
	return !slices.ContainsFunc(r.Steps, func(of *Step) bool {
		return of.loop == s.loop && slices.ContainsFunc(of.references(), func(ref reference) bool {
			inside := r.step(ref.name)
			return ref.name == generation || ref.name == previous || ref.slice != "" && inside != nil && inside.loop == s.loop
		})
	})
}

// counted returns the runs of a step whose results are those of the step: all repetitions, or
// the last run.
func (r *Recipe) counted(s *Step) (runs []int) {
	for run := range s.runs() {
		if r.repeats(s) || run == s.runs()-1 {
			runs = append(runs, run)
		}
	}
	return runs
}

// Repeated returns the results of the finished work of a group by name, each from every
// repetition: of a loop of repetitions from each run, of other loops from the last run that is
// finished. Work that several points share counts once. Points that have ended have the results of
// their last early work.
func (s *Store) Repeated(r *Recipe, g *Group) (map[string][]contrast.Run, error) {
	all := map[string][]contrast.Run{}
	seen := map[*Work]bool{}
	for _, p := range g.Points {
		seeds := labelOf(slices.DeleteFunc(slices.Clone(p.Values), func(v Assignment) bool { return !v.isSeed() }))
		(&Record{Results: p.scores}).addTo(all, "", seeds)
		done, err := s.finished(p)
		if err != nil {
			return nil, err
		}
		for i, of := range done {
			block := seeds
			if r.repeats(of.step) {
				block = strings.TrimSpace(fmt.Sprintf("%s run %d", seeds, of.run+1))
			} else if i+1 < len(done) && done[i+1].step == of.step {
				continue // there is a later run
			}
			if !seen[of.work] {
				of.record.addTo(all, of.step.Name+".", block)
			}
			seen[of.work] = true
		}
	}
	return all, nil
}

// addTo adds the results of finished work with their intervals, under names that begin with a text.
func (r *Record) addTo(all map[string][]contrast.Run, begin, block string) {
	for name, value := range r.Results {
		of, isLow := strings.CutSuffix(name, "_low")
		of, isHigh := strings.CutSuffix(of, "_high")
		if _, known := r.Results[of]; known && (isLow || isHigh) {
			continue
		}
		run := contrast.Run{Block: block, Value: value, Low: value, High: value}
		low, hasLow := r.Results[name+"_low"]
		if high, hasHigh := r.Results[name+"_high"]; hasLow && hasHigh {
			run.Low, run.High = low, high
		}
		all[begin+name] = append(all[begin+name], run)
	}
}

// done is a finished run of a step.
type done struct {
	place
	work   *Work
	record *Record
}

// finished returns the finished work of a point, or of its last early work if it has ended, by the
// steps of the recipe and their runs.
func (s *Store) finished(p *Point) (all []done, err error) {
	if p.Ended != "" {
		p = p.last().point
	}
	for at, w := range p.runs {
		record, err := s.Find(w)
		if err != nil {
			return nil, err
		}
		if record != nil {
			all = append(all, done{at, w, record})
		}
	}
	slices.SortFunc(all, func(a, b done) int { return cmp.Or(cmp.Compare(a.step.Name, b.step.Name), a.run-b.run) })
	return all, nil
}

// Means returns the means of results over repetitions with the ends of their intervals, which are
// named _low and _high, as those of a point.
func Means(repeated map[string][]contrast.Run) map[string]float64 {
	all := map[string]float64{}
	for name, runs := range repeated {
		m := contrast.MeanOf(runs)
		all[name] = m.Value
		if m.Low < m.High {
			all[name+"_low"], all[name+"_high"] = m.Low, m.High
		}
	}
	return all
}

// mean returns the mean of a result over the repetitions of a group, with a sign by which the
// highest one is the best; NaN if nothing with the result is finished.
func (s *Store) mean(r *Recipe, k *Keep, g *Group) (float64, error) {
	repeated, err := s.Repeated(r, g)
	if err != nil || len(repeated[k.Name()]) == 0 {
		return math.NaN(), err
	}
	value := contrast.MeanOf(repeated[k.Name()]).Value
	if k.Lowest {
		value = -value
	}
	return value, nil
}

// bestGroup returns the number of the group whose mean over seeds is the best, the first of equal
// ones; -1 if no group that has not ended has the result.
func (s *Store) bestGroup(r *Recipe, k *Keep, groups []*Group) (int, error) {
	chosen, highest := -1, math.Inf(-1)
	for i, g := range groups {
		value, err := s.mean(r, k, g)
		if err != nil {
			return -1, err
		}
		if g.Ended() == "" && value > highest {
			chosen, highest = i, value
		}
	}
	return chosen, nil
}

// Best returns the number of the point that stands for the best settings by keep, -1 without keep
// or results. The settings are those of the best mean over seeds. The point is the one whose
// result is nearest to this mean, neither the luckiest nor the unluckiest of the seeds. A winner is the
// point that its step has chosen.
func (s *Store) Best(r *Recipe, plan *Plan) (int, error) {
	if r.Keep == nil {
		return -1, nil
	}
	if r.Keep.IsWinner() {
		return s.winner(r, plan)
	}
	groups := plan.Groups()
	best, err := s.bestGroup(r, r.Keep, groups)
	if err != nil || best < 0 {
		return -1, err
	}
	mean, err := s.mean(r, r.Keep, groups[best])
	if err != nil {
		return -1, err
	}
	var chosen *Point
	nearest := math.Inf(1)
	for _, p := range groups[best].Points {
		value, err := s.mean(r, r.Keep, &Group{Points: []*Point{p}})
		if err != nil {
			return -1, err
		}
		if distance := math.Abs(value - mean); distance < nearest {
			chosen, nearest = p, distance
		}
	}
	return slices.Index(plan.Points, chosen), nil
}
