package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/web/lab"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
)

// maxTrials is the maximal number of trials of an alternative, maxResults that of all
// alternatives together, whose results are in memory.
const (
	maxTrials  = 1_000_000
	maxResults = 5_000_000
)

// Rollout is the body of POST /api/v1/rollouts. Its fields are the flags of the command
// rollout.
type Rollout struct {
	Position          string   `json:"position"`
	Model             string   `json:"model"`
	Dice              string   `json:"dice"`
	Plays             []string `json:"plays"`
	Candidates        int      `json:"candidates"`
	Double            bool     `json:"double"`
	Cubeful           bool     `json:"cubeful"`
	Preset            string   `json:"preset"` // sets the defaults of the other fields
	Trials            int      `json:"trials"`
	Seed              uint64   `json:"seed"`
	Truncate          int      `json:"truncate"`
	TruncatePlies     int      `json:"truncate_plies"`
	TruncateBearoff   string   `json:"truncate_bearoff"`
	Plies             int      `json:"plies"`
	OpponentPlies     *int     `json:"opponent_plies"`
	Filter            string   `json:"filter"`
	Late              int      `json:"late"`
	LatePlies         int      `json:"late_plies"`
	VarianceReduction string   `json:"variance_reduction"`
	Opening           bool     `json:"opening"`
	PlainDice         bool     `json:"plain_dice"`
	StopSE            float64  `json:"stop_se"`
	StopJSD           float64  `json:"stop_jsd"`
	MinTrials         int      `json:"min_trials"`
}

// NewRollout returns the defaults of the command.
func NewRollout() *Rollout {
	s := rollout.Defaults()
	return &Rollout{
		Candidates: 5, Trials: s.Trials, Seed: s.Seed, TruncateBearoff: "any", VarianceReduction: "quick", Filter: "normal",
		MinTrials: rollout.DefaultStop().MinTrials,
	}
}

// Rollouts are the rollouts of a server.
type Rollouts struct {
	*work.Jobs
	lab *lab.Lab
}

// begin handles a call that starts a rollout.
func (all *Rollouts) begin(w http.ResponseWriter, r *http.Request) error {
	request, err := readRollout(r)
	if err != nil {
		return err
	}
	job, err := all.Begin(request, "")
	if err != nil {
		return err
	}
	return work.Accept(w, RolloutsPath, job)
}

// readRollout reads the body of a call. It applies the preset first; the other fields
// of the body override it.
func readRollout(r *http.Request) (*Rollout, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	request := NewRollout()
	var named struct {
		Preset string `json:"preset"`
	}
	if json.Unmarshal(body, &named) == nil && named.Preset != "" { // an invalid body is refused below
		p, err := rollout.FindPreset(named.Preset)
		if err != nil {
			return nil, problem.Bad(fmt.Errorf("preset is %w", err))
		}
		request.apply(p)
	}
	return request, site.ReadJSON(r, request)
}

// apply sets the fields to the values of a preset.
func (r *Rollout) apply(p *rollout.Preset) {
	r.Trials, r.Truncate, r.TruncatePlies = p.Trials, p.Truncation.Turns, p.Truncation.Plies
	r.Plies, r.Late, r.VarianceReduction = p.Plies, p.LateFrom, p.Luck.String()
	r.MinTrials, r.StopSE, r.StopJSD = p.Stop.MinTrials, p.Stop.Error, p.Stop.Distance
}

// Begin starts a rollout. Unless its name is "", a file keeps the trials, and the
// rollout resumes from them.
func (all *Rollouts) Begin(r *Rollout, state string) (*work.Job, error) {
	model, p, err := find(all.lab, r.Model, r.Position)
	if err != nil {
		return nil, err
	}
	settings, err := r.settings()
	if err != nil {
		return nil, problem.Bad(err)
	}
	settings.State = state
	question, err := r.question(all.lab, p)
	if err != nil {
		return nil, problem.Bad(err)
	}
	static := model.Static()
	alternatives, err := question.Alternatives(static)
	if err != nil {
		return nil, problem.Bad(err)
	}
	if n := len(alternatives) * settings.Trials; n > maxResults {
		return nil, problem.New(http.StatusBadRequest, "%d trials of %d alternatives are %d, want at most %d", settings.Trials, len(alternatives), n, maxResults)
	}
	return all.Start(func(ctx context.Context, job *work.Job, workers int) (any, error) {
		settings.Workers = workers
		return runRollout(ctx, job, static, alternatives, question.Report(static.ClassOf(&p.Position), settings))
	})
}

// runRollout computes a rollout and publishes its progress.
func runRollout(ctx context.Context, job *work.Job, static *engine.Static, alternatives []rollout.Alternative, report *rollout.Report) (any, error) {
	settings := *report.Settings
	var badJSON error
	settings.Progress = func(result *rollout.Result) {
		badJSON = job.Show(func() any {
			report.Result = result
			return report
		})
	}
	result, err := rollout.Run(ctx, static, alternatives, settings)
	if err == nil {
		err = badJSON
	}
	if result == nil || result.Trials() == 0 {
		return nil, err
	}
	report.Result = result
	return report, err
}

// question returns the position and the alternatives to roll out.
func (r *Rollout) question(l *lab.Lab, p *board.XGID) (*rollout.Question, error) {
	roll, err := rollOf(p, r.Dice)
	switch {
	case err != nil:
		return nil, err
	case r.Double && r.Dice != "":
		return nil, fmt.Errorf("double and dice exclude each other: a double comes before the roll")
	case r.Candidates < 0:
		return nil, fmt.Errorf("candidates is %d, want at least 0", r.Candidates)
	case len(r.Plays) > 0 && r.Dice == "":
		return nil, fmt.Errorf("plays require dice")
	}
	if r.Double {
		roll = board.Roll{}
	}
	q := &rollout.Question{Position: p.Position, Roll: roll, Double: r.Double, Candidates: r.Candidates}
	if r.Cubeful || r.Double {
		if q.Stakes, err = stakesOf(l, p); err != nil {
			return nil, err
		}
	}
	for _, text := range r.Plays {
		play, err := board.ParsePlay(p.Position, roll, text)
		if err != nil {
			return nil, fmt.Errorf("plays: %w", err)
		}
		q.Plays = append(q.Plays, play)
	}
	return q, nil
}

// settings returns the settings of the rollout.
func (r *Rollout) settings() (*rollout.Settings, error) {
	s := rollout.Defaults()
	s.Trials, s.Seed, s.Plain, s.Opening = r.Trials, r.Seed, r.PlainDice, r.Opening
	s.Truncation = rollout.Truncation{Turns: r.Truncate, Plies: r.TruncatePlies}
	s.Stop = rollout.Stop{MinTrials: r.MinTrials, Error: r.StopSE, Distance: r.StopJSD}
	var err error
	if s.Luck, err = rollout.ParseLuck(r.VarianceReduction); err != nil {
		return nil, fmt.Errorf("variance_reduction is %w", err)
	}
	if s.Bearoff, err = rollout.ParseBearoff(r.TruncateBearoff); err != nil {
		return nil, fmt.Errorf("truncate_bearoff is %w", err)
	}
	if err := r.strengths(&s); err != nil {
		return nil, err
	}
	if r.Trials > maxTrials {
		return nil, fmt.Errorf("trials is %d, want 1 to %d", r.Trials, maxTrials)
	}
	return &s, s.Validate()
}

// strengths sets the search depths of the sides.
func (r *Rollout) strengths(s *rollout.Settings) error {
	filter, err := search.ParseFilter(r.Filter)
	if err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	opponent := r.Plies
	if r.OpponentPlies != nil {
		opponent = *r.OpponentPlies
	}
	for _, p := range []struct {
		name  string
		plies int
	}{{"plies", r.Plies}, {"opponent_plies", opponent}, {"late_plies", r.LatePlies}, {"truncate_plies", r.TruncatePlies}} {
		if p.plies < 0 || p.plies > models.MaxPlies {
			return fmt.Errorf("%s is %d, want 0 to %d", p.name, p.plies, models.MaxPlies)
		}
	}
	late := rollout.Strength{Plies: r.LatePlies, Filter: filter}
	s.Player, s.Opponent = rollout.Strength{Plies: r.Plies, Filter: filter}, rollout.Strength{Plies: opponent, Filter: filter}
	s.Late = rollout.Late{From: r.Late, Player: late, Opponent: late}
	if r.Late == 0 && r.LatePlies != 0 {
		return fmt.Errorf("late_plies requires late")
	}
	if r.Truncate == 0 && r.TruncatePlies != 0 {
		return fmt.Errorf("truncate_plies requires truncate")
	}
	return nil
}
