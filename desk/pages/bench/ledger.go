package bench

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"gammonlab/desk/pages/folders"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/filelock"
)

// watched is a file with the cached result of its last reading.
type watched struct {
	size     int64
	modified time.Time
	plan     time.Time
	wait     time.Time // time of the next reading: large files take long
	standing *Standing
	err      error
	history  []moment
}

// moment is the number of games at a time.
type moment struct {
	at    time.Time
	games int
}

// span is the time over which games per second are measured.
const span = time.Minute

// readLedger returns the state of the ledger in a file.
func readLedger(f *folders.File, now time.Time, before []moment) (*Standing, []moment, error) {
	file, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	l, err := tournament.Read(file, info.Size(), f.Name)
	if err != nil {
		return nil, nil, err
	}
	plan, err := readPlan(f)
	if err != nil {
		return nil, nil, err
	}
	set := l.Settings()
	s := &Standing{ID: f.ID, Name: f.Name, Kind: "pairs", Updated: info.ModTime(), Settings: settings(set.Variant, set.Rules, set.Seed)}
	if err := s.addPairings(l, plan); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	missing := s.judge(l, plan)
	if err := s.addDetails(l, plan); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	switch {
	case filelock.IsTaken(file):
		s.Status, s.Verdict = Running, ""
	case plan == nil:
		s.Status = Open
	case missing:
		s.Status, s.Verdict = Unfinished, ""
	default:
		s.Status = Finished
	}
	return s, s.addRate(now, before), nil
}

// readPlan returns the plan beside a ledger, nil if there is none.
func readPlan(f *folders.File) (*tournament.Plan, error) {
	beside := f.Beside(f.Base() + tournament.PlanSuffix)
	file, err := beside.Open()
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxJSON))
	if err != nil {
		return nil, err
	}
	plan, err := tournament.ReadPlan(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", beside.Name, err)
	}
	return plan, nil
}

// addPairings adds the results of the pairings.
func (s *Standing) addPairings(l *tournament.Ledger, plan *tournament.Plan) error {
	all, err := l.Pairings()
	if err != nil {
		return err
	}
	matches := l.Settings().Rules.Length > 0
	s.Pairings = []Pairing{}
	for i := range all {
		of := &all[i]
		p := Pairing{A: of.A.Called(), B: of.B.Called(), Games: of.Games, Raw: newScore(of.Points, matches)}
		if of.Pairs != (tournament.PairClasses{}) {
			p.Pairs = of.Pairs[:]
		}
		s.a, s.b = &of.A, &of.B
		if plan != nil && planned(plan, &of.A, &of.B) {
			if plan.Selection() == nil { // else the games of all candidates
				p.Planned = plan.Games
			}
			first := plan.Players[0]
			if isA := first.Name == of.A.Name && first.Digest == of.A.Digest; plan.Command == "sprt" && isA == plan.Gauntlet {
				p.exchange(of, matches)
				s.a, s.b = s.b, s.a
			}
		}
		if of.Match != nil && of.Luck && of.Match.Games == of.Games {
			p.Adjusted = newScore(of.Match.Adjusted(), matches)
		}
		s.Pairings = append(s.Pairings, p)
	}
	return nil
}

// addDetails adds the ratings of several players, or the course of two.
func (s *Standing) addDetails(l *tournament.Ledger, plan *tournament.Plan) error {
	const most = 200
	if len(s.Pairings) > 1 {
		table, err := l.Table()
		if err != nil {
			return err
		}
		s.Table = table.Record(l.Settings())
		return nil
	}
	if len(s.Pairings) == 0 {
		return nil
	}
	var test *tournament.Test
	if plan != nil {
		test = plan.SPRT()
	}
	s.course = l.Course(s.a, s.b, test, most)
	return nil
}

// exchange swaps the players of a pairing so that A is the A of the test.
func (p *Pairing) exchange(of *tournament.Pairing, matches bool) {
	p.A, p.B = p.B, p.A
	slices.Reverse(p.Pairs)
	p.Raw = newScore(evalbench.Summary{Center: -of.Points.Center, Low: -of.Points.High, High: -of.Points.Low}, matches)
}

// planned reports whether two players play each other in a plan.
func planned(plan *tournament.Plan, a, b *tournament.Player) bool {
	at := func(p *tournament.Player) int {
		return slices.IndexFunc(plan.Players, func(of tournament.PlanPlayer) bool { return of.Name == p.Name && of.Digest == p.Digest })
	}
	i, j := at(a), at(b)
	return i >= 0 && j >= 0 && (!plan.Gauntlet || i == 0 || j == 0)
}

// judge adds a test and the verdict. It reports whether planned games are missing.
func (s *Standing) judge(l *tournament.Ledger, plan *tournament.Plan) (missing bool) {
	if plan == nil {
		return true
	}
	s.Kind = plan.Command
	if t := plan.SPRT(); t != nil {
		v := l.Verdict(t)
		if v == nil {
			return true
		}
		r := t.Record(v)
		s.Test, s.Verdict = newTest(r), r.Text()+"."
		return v.Decision == evalbench.Undecided && v.Pairs < t.MaxGames/2
	}
	if of := plan.Selection(); of != nil {
		now := l.Selection(of)
		if now == nil {
			return true
		}
		s.Verdict = now.Sentence() + "."
		return now.Decision() == evalbench.Undecided && now.Games() < of.MaxGames
	}
	done := 0
	for i := range s.Pairings {
		if p := &s.Pairings[i]; p.Planned > 0 && p.Games >= p.Planned {
			done++
		}
	}
	n := len(plan.Players)
	wanted := n * (n - 1) / 2
	if plan.Gauntlet || plan.Command == "match" {
		wanted = n - 1
	}
	if plan.Command == "match" && len(s.Pairings) == 1 {
		s.Verdict = s.Pairings[0].better()
	}
	return done < wanted
}

// addRate adds the games per second of the last minute and the time left. It returns the
// numbers of games over time.
func (s *Standing) addRate(now time.Time, before []moment) []moment {
	total, left := 0, 0
	for _, p := range s.Pairings {
		total += p.Games
		left += max(p.Planned-p.Games, 0)
	}
	if s.Status != Running {
		return nil
	}
	history := append(slices.DeleteFunc(slices.Clone(before), func(m moment) bool { return now.Sub(m.at) > span || m.games > total }), moment{now, total})
	took := now.Sub(history[0].at).Seconds()
	if games := total - history[0].games; len(s.Pairings) == 1 && took > 0 && games > 0 {
		p, rate := &s.Pairings[0], float64(games)/took
		p.Rate = &rate
		if seconds := float64(left) / rate; s.Test == nil && p.Planned > 0 {
			p.Left = &seconds
		}
	}
	return history
}
