package games

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/desk/table"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/rating/matches"
)

// Summary is what a finished match says about its players: you and the net.
type Summary struct {
	Score      []int
	Won        []int // games
	Statistics []*analysis.PlayerStatistics
	Worst      []*analysis.Decision // your costliest decisions, at most three
}

// shownErrors is the maximal number of costliest decisions in a summary.
const shownErrors = 3

// Summary returns the summary of a match that is over, judged by the net without search, nil
// before the end. It is computed once.
func (g *Game) Summary(ctx context.Context) (*Summary, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	if !g.table.MatchOver() && !g.clock().Lost() {
		return nil, nil
	}
	if g.summary != nil && g.summarised == g.version() {
		return g.summary, nil
	}
	m, err := g.backend.Models.Find(g.settings.Model)
	if err != nil {
		return nil, err
	}
	var report *analysis.Report
	err = g.backend.Pool.Answer(ctx, func(ctx context.Context) (err error) {
		report, err = analysis.Analyse(ctx, g.table.Played(), analysis.Options{
			Strength: named.StrengthOf(m.Static(), 0), MET: named.MET{Table: g.backend.Models.MET()}, Workers: 1,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := matches.Rate(report); err != nil {
		return nil, err
	}
	g.summary, g.summarised = g.summarise(report), g.version()
	return g.summary, nil
}

// summarise returns the summary of a report.
func (g *Game) summarise(r *analysis.Report) *Summary {
	s := &Summary{Won: []int{0, 0}, Score: []int{g.table.Match.Score[table.User], g.table.Match.Score[table.Net]}}
	for _, game := range g.table.Played().Games {
		switch game.Result.Winner {
		case table.User:
			s.Won[0]++
		case table.Net:
			s.Won[1]++
		}
	}
	s.Statistics = []*analysis.PlayerStatistics{&r.Statistics[table.User], &r.Statistics[table.Net]}
	for _, d := range r.All() {
		if d.Player == table.User && d.Mark != analysis.Unmarked {
			s.Worst = append(s.Worst, d)
		}
	}
	slices.SortStableFunc(s.Worst, func(a, b *analysis.Decision) int { return cmp.Compare(b.Error.Equity, a.Error.Equity) })
	s.Worst = s.Worst[:min(shownErrors, len(s.Worst))]
	return s
}
