package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Halve ends the trainings of poor points early: after a number of epochs, and each time
// that the number has doubled, only the half of the points with the lower validation loss
// continues.
type Halve struct {
	Step   string
	Epochs int
	at     node
}

func readHalve(m member) (*Halve, error) {
	members, err := m.members("step and epochs, such as {step: net, epochs: 2}")
	if err == nil {
		err = only(members, "step", "epochs")
	}
	h := &Halve{at: m.node}
	for _, of := range members {
		if err == nil && of.key == "step" {
			h.Step, err = of.text("the name of a training")
		} else if err == nil {
			err = of.decode(&h.Epochs, "a number of epochs")
		}
	}
	if err == nil && h.Epochs < 1 {
		err = m.errorf("epochs is %d, want 1 or more", h.Epochs)
	}
	return h, err
}

// check returns an error if the step is no training.
func (h *Halve) check(r *Recipe) error {
	s := r.step(h.Step)
	switch {
	case s == nil:
		return h.at.errorf("there is no step %q", h.Step)
	case s.Kind.Result == "":
		return h.at.errorf("the step %s is no training", h.Step)
	case s.loop != nil || r.waits(s):
		return h.at.errorf("the step %s is in a loop, or waits for the best point", h.Step)
	}
	return nil
}

// errPaused is the cause of a context that ends when a training has learned enough epochs.
var errPaused = errors.New("paused")

// halving is how far the halving of a sweep is.
type halving struct {
	left    []*Point
	dropped map[*Work]int // trainings that end early, with their epochs
	next    int           // epochs after which the points are compared next; 0 if there is nothing to compare
}

// trainings returns the trainings of points, each once.
func (h *Halve) trainings(r *Recipe, points []*Point) (all []*Work) {
	for _, p := range points {
		if w := p.runs[place{r.step(h.Step), 0}]; !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// halving compares the trainings of a sweep as far as they are. It follows from their losses
// alone, and not from when they were interrupted.
func (s *Store) halving(r *Recipe, plan *Plan) (*halving, error) {
	h := r.Sweep.Halve
	state := &halving{left: plan.Points, dropped: map[*Work]int{}}
	for epochs := h.Epochs; ; epochs *= 2 {
		trainings := h.trainings(r, state.left)
		if len(trainings) == 1 || !slices.ContainsFunc(trainings, func(w *Work) bool { return w.epochs() > epochs }) {
			return state, nil
		}
		losses := map[*Work]float64{}
		for _, w := range trainings {
			all, finished, err := s.losses(r, w)
			if err != nil {
				return nil, err
			}
			if len(all) < epochs && !finished {
				state.next = epochs
				return state, nil
			}
			losses[w] = slices.Min(all[:min(epochs, len(all))])
		}
		slices.SortStableFunc(trainings, func(a, b *Work) int { return cmp.Compare(losses[a], losses[b]) })
		for _, w := range trainings[(len(trainings)+1)/2:] {
			state.dropped[w] = epochs
		}
		state.left = slices.DeleteFunc(slices.Clone(state.left), func(p *Point) bool {
			return state.dropped[h.trainings(r, []*Point{p})[0]] > 0
		})
	}
}

// losses returns the validation losses of a training so far, and whether it is finished.
func (s *Store) losses(r *Recipe, w *Work) (all []float64, finished bool, err error) {
	record, err := s.Find(w)
	if err != nil {
		return nil, false, err
	}
	dir := s.part(w)
	if record != nil {
		dir = record.Dir
	} else if _, err := os.Stat(w.main(dir)); err != nil {
		return nil, false, nil // not begun
	}
	all, err = r.program.Losses(w.main(dir))
	if err == nil && len(all) == 0 && record != nil {
		err = r.Sweep.Halve.at.errorf("%s has no validation loss", w.main(dir))
	}
	return all, record != nil, err
}

// epochs returns the number of epochs that a training is to learn.
func (w *Work) epochs() int {
	n, _ := strconv.Atoi(w.Setting("epochs"))
	return n
}

// Has reports whether the recipe gives a setting.
func (w *Work) Has(name string) bool {
	return slices.ContainsFunc(w.values, func(v assigned) bool { return v.Name == name })
}

// Setting returns the value of a setting, or its default.
func (w *Work) Setting(name string) string {
	for _, v := range w.values {
		if v.Name == name {
			return v.values[0]
		}
	}
	if s := w.Step.Kind.setting(name); s != nil {
		return s.Default
	}
	return ""
}

// halve trains until there is nothing to compare, and returns the work of the points that
// are left.
func (r *Runner) halve(ctx context.Context, plan *Plan) ([]*Work, error) {
	for {
		state, err := r.Store.halving(r.Recipe, plan)
		if err != nil {
			return nil, err
		}
		if state.next == 0 {
			return plan.of(state.left), nil
		}
		until := *r
		until.epochs = state.next
		if err := until.Run(ctx, plan.closure(r.Recipe.Sweep.Halve.trainings(r.Recipe, state.left))); err != nil {
			return nil, err
		}
	}
}

// of returns the work of points.
func (plan *Plan) of(points []*Point) []*Work {
	return slices.DeleteFunc(slices.Clone(plan.Works), func(w *Work) bool {
		return !slices.ContainsFunc(points, func(p *Point) bool { return slices.Contains(p.Works, w) })
	})
}

// Dropped returns the work of the points that halving has ended, with the reason.
func (s *Store) Dropped(r *Recipe, plan *Plan) (map[*Work]string, error) {
	all := map[*Work]string{}
	if r.Sweep == nil || r.Sweep.Halve == nil {
		return all, nil
	}
	state, err := s.halving(r, plan)
	if err != nil {
		return nil, err
	}
	left := plan.of(state.left)
	for _, w := range plan.of(plan.Points) {
		if epochs := state.dropped[w]; epochs > 0 {
			all[w] = fmt.Sprintf("its loss after epoch %d is not in the better half", epochs)
		} else if !slices.Contains(left, w) {
			all[w] = "of a point that has ended"
		}
	}
	return all, nil
}

// main returns the path of the main output in a folder.
func (w *Work) main(dir string) string {
	for _, v := range w.values {
		if v.Name == w.Step.Kind.Main {
			return filepath.Join(dir, v.values[0])
		}
	}
	return dir
}

// pause returns a context that ends when the training has learned enough epochs.
func (r *Runner) pause(ctx context.Context, w *Work) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if r.epochs == 0 {
		return ctx, func() { cancel(nil) }
	}
	go func() {
		for ctx.Err() == nil {
			if r.enough(w) {
				cancel(errPaused)
			}
			select {
			case <-ctx.Done():
			case <-time.After(pollEvery):
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// pollEvery is the time between two looks at the metrics of a training.
const pollEvery = 50 * time.Millisecond

// enough reports whether a training has learned the epochs after which it pauses.
func (r *Runner) enough(w *Work) bool {
	if r.epochs == 0 || w.Step.Name != r.Recipe.Sweep.Halve.Step {
		return false
	}
	losses, err := r.Recipe.program.Losses(w.main(r.Store.part(w)))
	return err == nil && len(losses) >= r.epochs
}
