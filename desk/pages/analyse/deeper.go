package analyse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"gammonlab/board"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/plaintext"
)

const (
	deeperPath   = path + "/deeper"
	deeperTrials = 1296 // of each alternative of a rollout by one key
	deeperPlays  = 4    // best plays that it compares and that are kept, besides the play that was made
)

// deepest has the deepest results about positions, one for each: of searches deeper than an analysis, and
// of rollouts. They are kept beside the analyses, and each page that shows the position shows its result.
type deepest struct {
	*rollouts
	folder string
	mu     sync.Mutex // locked while a result is written
}

func newDeepest(all *rollouts) *deepest {
	return &deepest{rollouts: all, folder: filepath.Join(library.CacheFolder(all.backend), "deeper")}
}

// deepResult is the result about a position.
type deepResult struct {
	XGID    string          `json:"xgid"`
	Model   string          `json:"model"`
	depth                   // of the look, or of both sides of the rollout
	Trials  int             `json:"trials"` // of each alternative of the rollout; 0 for a search
	Action  string          `json:"action,omitempty"`
	Choices []advice.Choice `json:"choices"`
}

// Level names the depth.
func (k *deepResult) Level() string {
	if k.Trials > 0 {
		return fmt.Sprintf("Rollout, %d trials of each, %d-ply", k.Trials, k.Plies)
	}
	return k.method()
}

// method names the depth in one word.
func (k *deepResult) method() string {
	if k.Trials > 0 {
		return "rollout"
	}
	return k.depth.String()
}

// lost returns the cost of a play, and whether the result has it.
func (k *deepResult) lost(made string) (float32, bool) {
	for i := range k.Choices {
		if c := &k.Choices[i]; k.Action == "" && c.Move == made {
			return max(0, k.Choices[0].Worth()-c.Worth()), true
		}
	}
	return 0, false
}

// file returns the file of the result about a position.
func (all *deepest) file(xgid string) string {
	return filepath.Join(all.folder, digest.Bytes([]byte(xgid))[:32]+".json")
}

// known returns the result about a position, nil if there is none.
func (all *deepest) known(xgid string) (*deepResult, error) {
	text, err := os.ReadFile(all.file(xgid))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	k := new(deepResult)
	if err == nil {
		err = json.Unmarshal(text, k)
	}
	if err == nil && len(k.Choices) == 0 {
		err = errors.New("it has no choices")
	}
	if err != nil {
		return nil, fmt.Errorf("the deeper result %s: %w", all.file(xgid), err)
	}
	return k, nil
}

// keep keeps a result, unless the known one is a rollout with more trials, or a deeper one.
func (all *deepest) keep(k *deepResult) error {
	all.mu.Lock()
	defer all.mu.Unlock()
	if old, err := all.known(k.XGID); err == nil && old != nil && (old.Trials > k.Trials || old.Trials == k.Trials && k.less(old.depth)) {
		return nil
	}
	text, err := json.Marshal(k)
	if err == nil {
		err = os.MkdirAll(all.folder, 0o777)
	}
	if err == nil {
		err = atomicfile.WriteFile(all.file(k.XGID), text)
	}
	return err
}

// revise replaces the costs of the plays of a match by those of the deepest results, with their level.
func (all *deepest) revise(rows []decisionRow, v board.Variant) error {
	files, err := os.ReadDir(all.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	there := map[string]bool{}
	for _, f := range files {
		there[f.Name()] = true
	}
	for i := 0; len(there) > 0 && i < len(rows); i++ {
		row := &rows[i]
		x, err := board.ParseXGID(row.XGID, v)
		if err != nil {
			return err
		}
		if !there[filepath.Base(all.file(x.String()))] {
			continue
		}
		k, err := all.known(x.String())
		if err != nil {
			return err
		}
		if lost, found := k.lost(row.Made); found {
			row.Cost, row.Lost = float64(lost), fmt.Sprintf("%s (%s)", plaintext.Signed(-lost, 3), k.method())
		}
	}
	return nil
}

// deeperView is what a page shows about a position beside its analysis.
type deeperView struct {
	XGID, Model string
	Made        string   // the play that was made, "" for none
	Plays       []string // that a rollout compares
	Next        *depth   // of a deeper look, nil if there is none
	Left        bool
	Known       *deepResult
	Run         *rolloutView // in progress, or just ended
}

// view returns what is known about a position, which was looked at with some depth.
func (all *deepest) view(x board.XGID, model, made string, plays []string, so depth, left bool) (*deeperView, error) {
	v := &deeperView{XGID: x.String(), Model: model, Made: made, Plays: plays, Left: left}
	var err error
	if v.Known, err = all.known(v.XGID); err != nil {
		return nil, err
	}
	if v.Known != nil && v.Known.Trials == 0 && so.less(v.Known.depth) {
		so = v.Known.depth
	}
	v.Next = so.next()
	if id := all.of(v.XGID); id != "" {
		v.Run, err = all.rollouts.view(id)
	}
	return v, err
}

// of returns the ID of the rollout of a position that is in progress, "" for none.
func (all *rollouts) of(xgid string) string {
	all.mu.Lock()
	defer all.mu.Unlock()
	for id, run := range all.all {
		if status := run.Job.Status(); run.Position == xgid && !status.Ended() {
			return id
		}
	}
	return ""
}

// Here returns the address of the view.
func (v *deeperView) Here() string {
	q := url.Values{"xgid": {v.XGID}, "model": {v.Model}, "made": {v.Made}, "play": v.Plays}
	if v.Next != nil {
		q.Set("depth", v.Next.String())
	}
	if v.Left {
		q.Set(leftField, leftValue)
	}
	return deeperPath + "?" + q.Encode()
}

// Trials is the number of trials of a rollout by one key.
func (v *deeperView) Trials() int { return deeperTrials }

// Verdict returns the best choice and the cost of the play that was made.
func (v *deeperView) Verdict() string {
	best := cmp.Or(v.Known.Action, v.Known.Choices[0].Move)
	lost, found := v.Known.lost(v.Made)
	switch {
	case !found:
		return best + " is best."
	case lost == 0:
		return best + " is best, and was played."
	}
	return fmt.Sprintf("%s is best; %s costs %s.", best, v.Made, plaintext.Fixed(lost, 3))
}

// Table lists the choices.
func (v *deeperView) Table() *plaintext.Table {
	return rolloutTable(v.Known.Choices, v.Known.Action == "")
}

// search looks at the position of a request with the depth of the request.
func (all *deepest) search(r *http.Request) error {
	model, x, err := all.position(r)
	if err != nil {
		return err
	}
	so, err := readDepth(r.FormValue("depth"))
	if err != nil {
		return err
	}
	state, err := cube.FromXGID(&x)
	if err != nil {
		return problem.Bad(err)
	}
	stakes, err := cube.Prepare(state, all.backend.Models.MET())
	if err != nil {
		return problem.Bad(err)
	}
	k := &deepResult{XGID: x.String(), Model: model.Name, depth: so}
	err = all.backend.Ask(r.Context(), model, so.asked(model), func(ctx context.Context, by *advice.Adviser) error {
		roll := x.Match.Dice
		if x.Match.Doubled {
			roll = board.Roll{}
		}
		d, err := by.Decide(ctx, &x.Position, roll, stakes)
		if err != nil {
			return err
		}
		k.Choices = d.Choices()
		if roll == (board.Roll{}) {
			k.Action = plaintext.Capital(d.Best())
		}
		return nil
	})
	if err != nil || len(k.Choices) == 0 {
		return err
	}
	best := min(len(k.Choices), deeperPlays)
	rest := slices.DeleteFunc(slices.Clone(k.Choices[best:]), func(c advice.Choice) bool { return c.Move != r.FormValue("made") })
	k.Choices = append(k.Choices[:best], rest...)
	return all.keep(k)
}

// position returns the net and the position of a request.
func (all *deepest) position(r *http.Request) (*models.Model, board.XGID, error) {
	model, err := all.backend.Models.Find(r.FormValue("model"))
	if err != nil {
		return nil, board.XGID{}, err
	}
	x, err := paste.Position(r.FormValue("xgid"), model.Variant())
	if err == nil && x.Position.Result() != 0 {
		err = errors.New("the game is over")
	}
	return model, x, problem.Bad(err)
}

// rolledOut keeps the result of a rollout when it has ended.
func (all *deepest) rolledOut(run *rolloutRun) {
	if run.Job.Wait(context.Background()) != nil || run.Job.Status().State != scheduler.Done {
		return
	}
	status := run.Job.Status()
	var report rollout.Report
	if err := decodeState(&status, &report); err != nil || len(report.Choices()) == 0 {
		return // the page of the rollout shows the error
	}
	k := &deepResult{XGID: run.Position, Model: run.Model.Name, depth: depth{Plies: run.Depth.Plies}, Trials: run.Trials, Choices: report.Choices()}
	if report.Double != nil {
		k.Action = plaintext.Capital(report.Action)
	}
	all.keep(k) // without space for it, the page of the rollout has it
}
