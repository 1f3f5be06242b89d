package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"gammonlab/desk/pages/folders"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
)

// maxJSON is the maximal size of a file with saved results.
const maxJSON = 4 << 20

// readResult returns the result in a file with the JSON of a command.
func readResult(f *folders.File) (*Standing, error) {
	file, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxJSON+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxJSON:
		return nil, fmt.Errorf("%s has more than %d bytes", f.Name, maxJSON)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	s := &Standing{ID: f.ID, Name: f.Name, Kind: "result", Status: Finished, Updated: f.Info.ModTime(), Pairings: []Pairing{}}
	switch {
	case fields["llr"] != nil && fields["decision"] != nil:
		err = s.takeTest(text)
	case fields["a_wins"] != nil && fields["ppg"] != nil:
		err = s.takeMatch(text)
	case fields["pairings"] != nil && fields["players"] != nil:
		err = s.takeTournament(text)
	default:
		s.takeFigures(fields)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return s, nil
}

// settings describes the settings of games.
func settings(variant, form any, seed uint64) string {
	return fmt.Sprintf("%s, %s, seed %d", variant, form, seed)
}

// score returns a score in points per game.
func score(s evalbench.PPG) *Score { return &Score{"ppg", evalbench.Interval(s)} }

// takeMatch reads the result of a match.
func (s *Standing) takeMatch(text []byte) error {
	var r struct {
		A, B, Variant, Form string
		Seed                uint64
		Games, Length       int
		evalbench.PPG
		evalbench.WinShare
		Luck *evalbench.PPG `json:"luck_adjusted"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	p := Pairing{A: r.A, B: r.B, Games: r.Games, Planned: r.Games, Raw: score(r.PPG)}
	if r.Length > 0 {
		p.Raw = &Score{"win_share", evalbench.Interval(r.WinShare)}
	}
	if r.Luck != nil {
		p.Adjusted = score(*r.Luck)
		if r.Length > 0 {
			p.Adjusted = &Score{"win_share", evalbench.Interval{Value: half(r.Luck.Value), Low: half(r.Luck.Low), High: half(r.Luck.High)}}
		}
	}
	s.Kind, s.Settings, s.Pairings = "match", settings(r.Variant, r.Form, r.Seed), []Pairing{p}
	s.Verdict = p.better()
	return nil
}

// half converts the difference of won and lost into the share won.
func half(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y := (1 + *x) / 2
	return &y
}

// takeTest reads the result of a sequential test.
func (s *Standing) takeTest(text []byte) error {
	var r tournament.Record
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	s.Kind, s.Settings, s.Test = "sprt", settings(r.Variant, r.Form, r.Seed), newTest(&r)
	s.Pairings = []Pairing{{A: r.A, B: r.B, Games: r.Games, Raw: score(r.PPG)}}
	if r.Decision == evalbench.Undecided.String() {
		s.Status = Unfinished
	} else {
		s.Verdict = r.Text() + "."
	}
	return nil
}

// takeTournament reads the table of a tournament.
func (s *Standing) takeTournament(text []byte) error {
	var r tournament.TableRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	s.Kind, s.Settings, s.Table = "tournament", settings(r.Variant, r.Form, r.Seed), &r
	for i, p := range r.Pairings {
		if min(p.A, p.B) < 0 || max(p.A, p.B) >= len(r.Players) {
			return fmt.Errorf("pairings[%d] has players %d and %d, want two of %d", i, p.A, p.B, len(r.Players))
		}
		s.Pairings = append(s.Pairings, Pairing{
			A: r.Players[p.A].Player, B: r.Players[p.B].Player, Games: p.Games, Planned: p.Games, Raw: score(p.PPG),
		})
	}
	return nil
}

// takeFigures reads the numbers and texts of another result.
func (s *Standing) takeFigures(fields map[string]json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var v any
		if json.Unmarshal(fields[name], &v) != nil {
			continue
		}
		switch v.(type) {
		case float64, string, bool:
			s.Figures = append(s.Figures, Figure{name, fmt.Sprint(v)})
		}
	}
}
