package games

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/desk/pages/models"
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
	Plies      int                  // of the judge
}

// shownErrors is the maximal number of costliest decisions in a summary.
const shownErrors = 3

// searchedActions is the maximal number of actions of a match that is searched for its summary, which
// the user waits for: some seconds. A longer match is judged without search.
const searchedActions = 400

// judgePlies returns the search depth of the summary: that of analyses, so that both agree, but for a
// long match.
func (g *Game) judgePlies() int {
	n := 0
	for _, game := range g.table.Played().Games {
		n += len(game.Actions)
	}
	if n > searchedActions {
		return 0
	}
	return models.UsualPlies
}

// Summary returns the summary of a match that is over, judged by the net as deeply as analyses are by
// default or, if it is long, without search; nil before the end. It is computed once.
func (g *Game) Summary(ctx context.Context) (*Summary, error) {
	if err := g.enter(ctx); err != nil {
		return nil, err
	}
	defer g.leave()
	if g.settings.Length == 0 || !g.finishes() {
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
	plies := g.judgePlies()
	err = g.backend.Pool.Answer(ctx, func(ctx context.Context) (err error) {
		report, err = analysis.Analyse(ctx, g.table.Played(), analysis.Options{
			Strength: m.Strength(plies), MET: named.MET{Table: g.backend.Models.MET()}, Workers: 2,
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
	g.summary.Plies = plies
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
