// Package figures draws what package rating computes.
package figures

import (
	"fmt"
	"slices"

	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
	"gammonlab/rating"
)

// The curves of FIBS's FAQ (December 1994): differences of ratings up to mostDrawn, and
// lengths of matches.
const mostDrawn = 400

var drawnLengths = []int{1, 5, 9}

// Change draws the two curves of FIBS's FAQ into a folder, which it creates if necessary, each
// as a PNG and an SVG file, and adds the files to the change: the chance to win, and the
// change of the first player's rating by a win, by the difference of the ratings. The lengths
// are those of the FAQ and that of the match.
func Change(m *rating.MatchChange, folder string) error {
	for _, f := range figuresOf(m) {
		files, err := chart.Save(folder, f.name, f.graph)
		m.Files = append(m.Files, files...)
		if err != nil {
			return err
		}
	}
	return nil
}

// figure is a graph with the name of its files.
type figure struct {
	name  string
	graph chart.Graph
}

func figuresOf(m *rating.MatchChange) []figure {
	experience := m.Players[0].Experience
	return []figure{
		{"chance", newGraph(m, "Chance to win a match", "chance to win", rating.WinProbability)},
		{"change", newGraph(m, fmt.Sprintf("Change of a rating by a win, with an experience of %d", experience), "change (rating points)",
			func(d float64, n int) float64 { return rating.Change(d, n, true, experience) })},
	}
}

// newGraph draws a function of the difference of ratings, a curve for each length.
func newGraph(m *rating.MatchChange, title, yLabel string, y func(difference float64, length int) float64) chart.Graph {
	lengths := drawnLengths
	if !slices.Contains(lengths, m.Length) {
		lengths = append(slices.Clone(lengths), m.Length)
		slices.Sort(lengths)
	}
	g := chart.Graph{Title: title, XLabel: "difference of the ratings, the player's less the opponent's", YLabel: yLabel}
	for _, n := range lengths {
		s := chart.Set{Name: fmt.Sprintf("match to %d %s", n, plaintext.Noun(n, "point", "points")), Line: true}
		for d := -mostDrawn; d <= mostDrawn; d += 10 {
			s.X, s.Y = append(s.X, float64(d)), append(s.Y, y(float64(d), n))
		}
		g.Sets = append(g.Sets, s)
	}
	return g
}
