package ablate

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/supervised"
)

// shortTraining returns short trainings over a small set.
func shortTraining(t testing.TB) Training {
	set := must.Get(features.Lookup("pubeval122"))(t)
	training, validation := supervised.Split(going(60), 0.3)
	cfg := DefaultConfig(set)
	cfg.Nets[0].Hidden, cfg.Epochs = []int{3}, 2
	return Training{
		Config: cfg, Training: supervised.NewSamples(set, board.Backgammon, training),
		Validation: supervised.NewSamples(set, board.Backgammon, validation),
	}
}

func newJob(t testing.TB) (*retrainer, *farm.Job) {
	training := shortTraining(t)
	d := newRetrainer(training)
	return d, &d.job().Job
}

func TestKind(t *testing.T) {
	d, _ := newJob(t)
	other := *d
	other.Validation = d.Training.Training
	work := farmtest.Of(d.job(), Kind(), func() func(int) (*farm.Records[measure], error) {
		next := 0
		return func(int) (*farm.Records[measure], error) {
			if next == 3 || next == len(d.groups) { // a few will do
				return nil, io.EOF
			}
			next++
			return &farm.Records[measure]{First: uint64(next - 1), Items: 1}, nil
		}
	})
	work.Other = &other.job().Job
	farmtest.Kind(t, work)
}

// A farm has the same results as this process.
func TestRetrainOnPool(t *testing.T) {
	training := shortTraining(t)
	var results [2]*Result
	for i, pool := range []farm.Pool{nil, farmtest.NewPool(t, Kind())} {
		positions := 0
		o := Options{Permutations: 2, Workers: 1, Pool: pool, Progress: func(n int) { positions += n }}
		trained := must.Get(supervised.Train(t.Context(), training.Config, training.Training, training.Validation, nil))(t)
		results[i] = must.Get(Net(t.Context(), trained.Net, training.Validation, o))(t)
		positions = 0
		must.OK(t, Retrain(t.Context(), results[i], training, o))
		if want := len(results[i].Groups) * training.Config.Epochs * training.Training.Len(); positions != want {
			t.Errorf("progress of %d positions, want %d", positions, want)
		}
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Errorf("this process gives\n%+v\nand a farm\n%+v", results[0], results[1])
	}
}

func noFiles(context.Context, string) (string, error) { return "", errors.New("no files here") }

func TestOpenRefuses(t *testing.T) {
	_, job := newJob(t)
	d := must.Get(job.Describe())(t)
	for _, c := range []struct{ old, new, want string }{
		{`"epochs":2`, `"epochs":0`, "epochs is 0"},
		{`"nets":[{`, `"nets":[{"part":"race","features":"pubeval122@1","hidden":[3],"activation":"sigmoid"},{`, "2 nets to train, want one"},
		{`pubeval122`, `mine`, "mine"},
	} {
		text := strings.Replace(string(d.Spec), c.old, c.new, 1)
		if text == string(d.Spec) {
			t.Fatalf("no %s in %s", c.old, text)
		}
		must.Fail(t, must.Err(Kind().Open(t.Context(), json.RawMessage(text), noFiles)), c.want, c.old)
	}
	must.Fail(t, must.Err(Kind().Open(t.Context(), d.Spec, noFiles)), "no files here")
}

func TestShardOutside(t *testing.T) {
	d, job := newJob(t)
	for _, s := range []farm.Shard{{First: uint64(len(d.groups)), Items: 1}, {First: 1, Items: math.MaxUint64}} {
		must.Fail(t, must.Err(job.Doer.Do(t.Context(), s, nil)), "want some of ")
	}
}

// encode returns the result of trainings.
func encode(t testing.TB, measures ...measure) []byte {
	return must.Get(binary.Append(nil, binary.LittleEndian, measures))(t)
}

var checked = farm.Shard{First: 3, Items: 2}

func TestCheckRefuses(t *testing.T) {
	_, job := newJob(t)
	good := encode(t, measure{0.1, 50}, measure{0.2, 60})
	must.OK(t, job.Check(checked, good))
	for _, m := range []measure{{math.NaN(), 1}, {-1, 1}, {1, -1}, {1, math.NaN()}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		must.Fail(t, job.Check(checked, encode(t, measure{0.1, 50}, m)), "want numbers from 0 on", m)
	}
	must.Fail(t, job.Check(checked, good[1:]), "31 bytes for 2 items, want 16 each")
}

// Descriptions from outside never panic.
func FuzzOpen(f *testing.F) {
	_, job := newJob(f)
	f.Add([]byte(must.Get(job.Describe())(f).Spec))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := Kind().Open(t.Context(), text, noFiles); err == nil {
			t.Error("opened without files")
		}
	})
}
