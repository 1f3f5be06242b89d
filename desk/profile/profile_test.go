package profile

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/internal/must"
)

// report returns that of a match in which O loses so much in each of some unforced
// plays, and X nothing in one.
func report(names [2]string, date string, lost ...float64) *analysis.Report {
	r := &analysis.Report{Length: 7, Names: names, Info: record.Info{Date: date}, Games: make([]analysis.Game, 1)}
	add := func(p board.Player, lost float64) {
		d := &analysis.Decision{Kind: analysis.Play, Game: 1, Move: len(r.Games[0].Decisions) + 1, Player: p,
			Match: board.NewMatch(7), Error: analysis.Amount{Equity: lost, Cost: lost / 10}, Played: &analysis.Played{Legal: 2, Spread: 1}}
		start := board.Backgammon.Start()
		d.Decision = advice.NewDecision(&start, board.Roll{3, 1}, nil, 0)
		if lost > 0.03 {
			d.Mark = analysis.Doubtful
		}
		var gen board.Generator
		d.Match.Dice = d.Roll
		d.XGID = board.XGID{Position: start, Match: d.Match, MaxCube: 1024}.String()
		for _, play := range gen.Plays(&d.Position, d.Match.Dice)[:2] {
			d.Moves = append(d.Moves, advice.Choice{Play: play})
		}
		if lost > 0 {
			d.Index = 1
		}
		r.Games[0].Decisions = append(r.Games[0].Decisions, d)
		s := &r.Statistics[p]
		s.Plays.Total++
		s.Plays.Unforced++
		s.Plays.Error = s.Plays.Error.Plus(d.Error)
		s.XG.Decisions++
		s.XG.Error = s.XG.Error.Plus(d.Error)
	}
	for _, one := range lost {
		add(board.PlayerO, one)
	}
	add(board.PlayerX, 0)
	return r
}

// collector returns one with three matches: Ann loses 0.1 in 2 decisions, nothing in 1
// and 0.5 in 5.
func collector() *Collector {
	c := NewCollector(map[string]string{"ann_b": "Ann"})
	m := new(record.Match)
	c.Add("b.mat", "2", m, report([2]string{"Ann", "Bob"}, "2026-02-02", 0.1, 0))
	c.Add("a.mat", "1", m, report([2]string{"ann_b", "Bob"}, "2026-01-01", 0))
	c.Add("c.mat", "3", m, report([2]string{"Ann", "Cid"}, "2026-03-03", 0.02, 0.08, 0.3, 0, 0.1))
	return c
}

// TestProfile computes the figures by hand: over 8 decisions Ann loses 0.6, 75 mEMG
// each. The residuals of the matches are 0.1-0.15, 0-0.075, 0.5-0.375, their squares
// add up to 0.02375, and Student's quantile for 2 degrees of freedom is 4.302653, so
// that the margin is 4.302653·√(1.5·0.02375)/8. A match costs 200 mEMG with the
// standard error √(0.07/3).
func TestProfile(t *testing.T) {
	c := collector()
	p := must.Get(c.Profile("Ann", Options{}))(t)
	if p.Matches != 3 || p.Games != 3 || p.Decisions != 8 || len(p.Aliases) != 1 || p.First != "2026-01-01" || p.Last != "2026-03-03" || p.Judge {
		t.Errorf("%+v", p)
	}
	check := func(what string, got Estimate, value, margin float64) {
		t.Helper()
		if math.Abs(got.Center-value) > 1e-9 || math.Abs(got.Margin()-margin) > 1e-4 {
			t.Errorf("%s: %v ± %v, want %v ± %v", what, got.Center, got.Margin(), value, margin)
		}
	}
	const q = 4.302652730
	margin := q * math.Sqrt(1.5*0.02375) / 8
	check("gnubg", p.Rates[0].Value, 75, 1000*margin)
	check("XG", p.Rates[1].Value, 37.5, 500*margin)
	// Snowie divides by 3, 2 and 6 rolls: R = 6/110, residuals 0.1-3R, -2R, 0.5-6R.
	r := 6.0 / 110
	squares := (0.1-3*r)*(0.1-3*r) + 4*r*r + (0.5-6*r)*(0.5-6*r)
	check("Snowie", p.Rates[2].Value, 1000*r, 1000*q*math.Sqrt(1.5*squares)/11)
	perMatch := q * math.Sqrt(0.07/3)
	check("match", p.Lost, 200, 1000*perMatch)
	check("cost", *p.Cost, 0.02, perMatch/10)

	opening := p.Tables[0].Rows[0]
	check("opening", opening.Mean, 75, 1000*margin)
	if opening.Decisions != 8 || opening.Marked != 4 || opening.Matches != 3 || opening.Share != 1 {
		t.Errorf("opening: %+v", opening)
	}
	if p.Worst[0].Error.Equity != 0.3 || p.Worst[0].File != "c.mat" || p.Worst[1].File != "b.mat" || p.Worst[2].Move != 5 {
		t.Errorf("the worst are %+v", p.Worst)
	}
	if got := fmt.Sprint(c.Players()); got != "[{Ann 3} {Bob 2} {Cid 1}]" {
		t.Errorf("players %s", got)
	}
	if _, err := c.Profile("ann", Options{}); err == nil {
		t.Error("names are not compared exactly")
	}
}

// TestDuplicates adds a record twice.
func TestDuplicates(t *testing.T) {
	c := collector()
	if earlier := c.Add("d.mat", "1", new(record.Match), report([2]string{"Ann", "Bob"}, "", 1)); earlier != "a.mat" {
		t.Errorf("the earlier record is %q", earlier)
	}
	if p := must.Get(c.Profile("Ann", Options{}))(t); p.Matches != 3 {
		t.Errorf("%d matches", p.Matches)
	}
}

// TestBothSides has a match in which a player plays both sides: Snowie's rate is the mean of
// the sides' rates, 0.4 and 0 over 3 rolls.
func TestBothSides(t *testing.T) {
	c := NewCollector(nil)
	c.Add("a.mat", "1", new(record.Match), report([2]string{"Ann", "Ann"}, "", 0.1, 0.3))
	p := must.Get(c.Profile("Ann", Options{}))(t)
	if p.Matches != 1 || p.Decisions != 3 || math.Abs(p.Rates[2].Value.Center-200.0/3) > 1e-9 || p.Rates[2].Counted != 6 {
		t.Errorf("%+v", p)
	}
	if len(c.Players()) != 1 {
		t.Errorf("players %v", c.Players())
	}
}

// TestTrend has a player who gets better by 10 mEMG a match, in files that are not in
// the order of their dates.
func TestTrend(t *testing.T) {
	c := NewCollector(nil)
	for _, day := range []int{3, 1, 2, 5, 4, 7, 6} {
		lost := 0.1 - 0.01*float64(day)
		c.Add(fmt.Sprint(day), fmt.Sprint(day), new(record.Match), report([2]string{"Ann", "Bob"}, fmt.Sprintf("2026-01-%02d", day), lost, lost))
	}
	p := must.Get(c.Profile("Ann", Options{Block: 3}))(t)
	trend := p.Trend
	if !trend.ByDate || trend.Matches[0].File != "1" || math.Abs(trend.Slope.Center+10) > 1e-9 || trend.Slope.High >= 0 {
		t.Errorf("%+v", trend)
	}
	if len(trend.Means) != 3 || trend.Means[0].Last != 3 || math.Abs(trend.Means[0].Rate.Center-80) > 1e-9 || trend.Means[2].First != 7 {
		t.Errorf("means %+v", trend.Means)
	}
	if s := trend.Sentence(); !strings.Contains(s, "from 2026-01-01 to 2026-01-07") || !strings.Contains(s, "falls by 10.00") {
		t.Error(s)
	}
	bob := must.Get(c.Profile("Bob", Options{}))(t)
	if s := bob.Trend.Sentence(); !strings.Contains(s, "does not differ from 0") || len(bob.Trend.Means) != 2 {
		t.Errorf("%s %+v", s, bob.Trend.Means)
	}
	for _, format := range []string{"png", "svg"} {
		if err := p.Chart().Encode(new(strings.Builder), format); err != nil {
			t.Error(err)
		}
	}
	c.Add("x", "x", new(record.Match), report([2]string{"Ann", "Bob"}, "last week", 0))
	if p := must.Get(c.Profile("Ann", Options{}))(t); p.Trend.ByDate || p.Trend.Matches[0].File != "3" || p.First != "" {
		t.Errorf("a match without a date: %+v", p.Trend)
	}
}

// TestText checks the parts of the text: for few matches, for the judge, and
// for names with control characters.
func TestText(t *testing.T) {
	text := must.Get(collector().Profile("Ann", Options{}))(t).Text("gammonlab hint --plies 2")
	for _, want := range []string{
		"Ann (also ann_b): 3 matches, 3 games, 8 decisions, 2026-01-01 to 2026-03-03\n",
		"eXtreme Gammon, PR", "By phase of the game", "\nErrors on the cube", "\n  none\n", "\nAnn loses 200 ± 657 mEMG a match, in match-winning chance 2.0 ± 6.6 %.\n",
		`The costliest phase is "opening" (200 ± 657 mEMG a match, 100% of all), the costliest kind of decision "checker play"`,
		"  1. -0.300: c.mat, game 1, move 3; 31: ", "\n     gammonlab hint --plies 2 XGID=-b----E-C---eE---c-e----B-:0:0:",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	one := NewCollector(nil)
	one.Add("a.mat", "1", new(record.Match), report([2]string{"A\x1b[2J", ""}, "", make([]float64, 20)...))
	text = must.Get(one.Profile("A\x1b[2J", Options{}))(t).Text("")
	if !strings.Contains(text, "is taken to be the judge") || strings.Contains(text, "\x1b") {
		t.Errorf("the judge: %q", text)
	}
	text = must.Get(one.Profile("", Options{}))(t).Text("")
	if !strings.Contains(text, "The unnamed player loses nothing.") || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("one match: %s", text)
	}
}

// TestJSON wants a number or null for every figure, since JSON has no infinity
// or NaN.
func TestJSON(t *testing.T) {
	c := NewCollector(nil)
	c.Add("a.mat", "1", new(record.Match), report([2]string{"Ann", "Bob"}, "", 0.1))
	data := string(must.Get(json.Marshal(must.Get(c.Profile("Ann", Options{}))(t)))(t))
	for _, want := range []string{
		`"player":"Ann","matches":1,"games":1,"is_judge":false,"decisions":1,"lost_per_match":{"value":100,"low":null,"high":null}`,
		`{"rate":"gnubg","estimate":{"value":100,"low":null,"high":null},"counted":1,"matches":1}`, `"rate":"xg_pr"`, `"rate":"snowie"`,
		`{"key":"phase","errors_only":false,"rows":[{"key":"opening","decisions":1,"marked":1,"matches":1,"mean":{"value":100,`,
		`{"key":"contact","decisions":0,"marked":0,"matches":0,"mean":{"value":null,`, `"trend":null`, `"worst":[{"file":"a.mat","game":1,"move":1,"player":0,"kind":"play","position_id":"4HPwATDgc/ABMA","dice":"31",`,
	} {
		if !strings.Contains(data, want) {
			t.Errorf("no %s in\n%s", want, data)
		}
	}
}
