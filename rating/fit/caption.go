package fit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/internal/plaintext"
	"gammonlab/rating/simulate"
)

// source is what the matches of a study depend on besides the noise of players and the dice.
type source struct{ nets, judge, digests string }

// sourceOf returns the source of a study.
func sourceOf(s *simulate.Study) source {
	var nets []string
	for i := range s.Grid.Pairs {
		for _, p := range []*simulate.Player{&s.Grid.Pairs[i].A, &s.Grid.Pairs[i].B} {
			if name := netName(cmp.Or(p.Model.Name, s.Model.Name), p.Plies); !slices.Contains(nets, name) {
				nets = append(nets, name)
			}
		}
	}
	slices.Sort(nets)
	var digests strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Digests)) {
		digests.WriteString(s.Digests[name] + " ")
	}
	return source{strings.Join(nets, " and "), netName(s.Model.Name, s.Judge), digests.String()}
}

// netName names a net that looks some plies ahead.
func netName(name string, plies int) string {
	return fmt.Sprintf("%s at %d %s", name, plies, plaintext.Noun(plies, "ply", "plies"))
}

// Study is matches that are fitted together: of the same nets, judged alike, from one or several
// files.
type Study struct {
	source
	files []*simulate.Study
}

// Studies joins files of the same nets and the same judge, such as the parts of a study. Studies
// are in the order of their first files.
func Studies(files []*simulate.Study) (all []*Study) {
	for _, file := range files {
		of := sourceOf(file)
		i := slices.IndexFunc(all, func(s *Study) bool { return s.source == of })
		if i < 0 {
			i = len(all)
			all = append(all, &Study{source: of})
		}
		all[i].files = append(all[i].files, file)
	}
	return all
}

// Rows returns the matches of the study.
func (s *Study) Rows() (all []simulate.Row) {
	for _, file := range s.files {
		all = append(all, file.Rows...)
	}
	return all
}

// Caption describes the matches of a report on the study: nets, judge, number and seeds.
func (s *Study) Caption(r *Report) string {
	var seeds []string
	for _, file := range s.files {
		if text := fmt.Sprint(file.Seed); !slices.Contains(seeds, text) {
			seeds = append(seeds, text)
		}
	}
	return fmt.Sprintf("Net %s, with noise; judge %s; %s matches, %s %s.", s.nets, s.judge,
		plaintext.Thousands(int64(r.Matches)), plaintext.Noun(len(seeds), "seed", "seeds"), strings.Join(seeds, " and "))
}
