package analyses

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of the descriptions of analyses in a farm.
const kindName = "analysis/1"

// Kind returns the kind of farm jobs that analyse records.
func Kind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// mostShared is the size of the largest record that is sent to other machines, which is
// less than a message of a farm. Larger ones are analysed here.
const mostShared = 512 << 10

// describe returns the description of the analysis of files; data is their digest.
func describe(o *analysis.Options, data string) (*farm.Description, error) {
	if o.Efficiency != nil || len(o.Games) > 0 {
		return nil, errors.New("analyses of single games, or with other cube efficiencies than the model's, run on one machine")
	}
	described, files, err := named.Describe(o)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(described)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files, Data: data}, err
}

// digestOf returns the digest of what the payloads of the files' shards are made of. Larger
// files have no shards.
func digestOf(files []string, prepare func(*record.Match)) (string, error) {
	guess := record.Match{Rules: record.Rules{Jacoby: true, JacobyAssumed: true}}
	if prepare != nil {
		prepare(&guess)
	}
	sums := map[string]string{}
	for _, path := range files {
		name, _ := record.Numbered(path)
		sums[path] = "" // of a file without a shard
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() <= mostShared {
			if sums[path], err = digest.File(name); err != nil {
				return "", err
			}
		}
	}
	return digest.JSON(struct {
		Files []string
		Sums  map[string]string
		Rules record.Rules
	}{files, sums, guess.Rules})
}

// open returns the doer of a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var o analysis.Options
	err := strictjson.Unmarshal(text, &o)
	if err == nil {
		err = o.Open(named.Files(ctx, files))
	}
	if err == nil {
		err = o.Validate()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("description of analyses: %w", err)
	case o.Model.Evaluator == nil:
		return nil, errors.New("description of analyses: it has no model")
	}
	o.Workers = 1
	return doer{o}, nil
}

// doer is the [farm.Doer] of analyses. A shard is a record; its result is the saved report,
// or the text of an error.
type doer struct{ analysis.Options }

// Clone implements [farm.Doer].
func (d doer) Clone() (farm.Doer, error) {
	d.Model.Evaluator = engine.NewFull(d.Model.Evaluator).Clone()
	return d, nil
}

// The first bytes of results.
const (
	failed = iota
	analysed
)

// Do implements [farm.Doer].
func (d doer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	match, err := readPayload(&s)
	if err != nil {
		return nil, err
	}
	report, err := analysis.Analyse(ctx, match, d.Options)
	if err != nil && ctx.Err() == nil {
		text := err.Error()
		return append(binary.AppendUvarint(append(dst, failed), uint64(len(text))), text...), nil
	}
	if err != nil {
		return nil, err
	}
	saved := bytes.NewBuffer(append(dst, analysed))
	err = report.Save(saved)
	return saved.Bytes(), err
}

// payload returns the input of a shard: the Jacoby rule, whether the record states it, and
// the name and the bytes of the file.
func payload(m *record.Match, name string, file []byte) []byte {
	var rules byte
	if m.Rules.Jacoby {
		rules |= 1
	}
	if m.Rules.JacobyAssumed {
		rules |= 2
	}
	p := []byte{rules}
	for _, part := range []string{name, string(file)} {
		p = append(binary.AppendUvarint(p, uint64(len(part))), part...)
	}
	return p
}

func readPayload(s *farm.Shard) (*record.Match, error) {
	if s.Items != 1 || len(s.Payload) == 0 || s.Payload[0] > 3 {
		return nil, errors.New("a shard that is no record")
	}
	rules, p := s.Payload[0], s.Payload[1:]
	var parts [2][]byte // the name and the bytes of the file
	for i := range parts {
		length, n := binary.Uvarint(p)
		if n <= 0 || length > uint64(len(p)-n) {
			return nil, errors.New("a shard with a record cut short")
		}
		parts[i], p = p[n:n+int(length)], p[n+int(length):]
	}
	if len(p) > 0 {
		return nil, errors.New("a shard with more than a record")
	}
	match, err := record.Read(string(parts[0]), bytes.NewReader(parts[1]))
	if err != nil {
		return nil, err
	}
	match.Rules.Jacoby, match.Rules.JacobyAssumed = rules&1 != 0, rules&2 != 0
	return match, nil
}

// report returns the report of a result. It changes only the record that it belongs to.
func (d doer) report(m *record.Match, result []byte) (report *analysis.Report, fault error, err error) {
	switch {
	case len(result) == 0 || result[0] > analysed:
		return nil, nil, errors.New("a result that is neither a report nor an error")
	case result[0] == failed:
		length, n := binary.Uvarint(result[1:])
		if n <= 0 || length != uint64(len(result)-1-n) {
			return nil, nil, errors.New("an error cut short")
		}
		return nil, errors.New(string(result[1+n:])), nil
	}
	report, err = analysis.Restore(m, d.Options, bytes.NewReader(result[1:]))
	return report, nil, err
}

// check returns an error if a result cannot be that of the shard.
func (d doer) check(s farm.Shard, result []byte) error {
	match, err := readPayload(&s)
	if err == nil {
		_, _, err = d.report(match, result)
	}
	return err
}

// pooled is an analysis of files by a pool.
type pooled struct {
	files []string
	all   *Options
	doer  doer
	take  func(*Result) error

	next  int // number of the next file to read
	taken int // number of files whose results were taken

	mu      sync.Mutex
	results map[int][]*Result // of read files, which were not taken
}

func newPooled(files []string, o *Options, take func(*Result) error) *pooled {
	options := o.Analysis
	options.Workers, options.Progress = 1, nil
	return &pooled{files: files, all: o, doer: doer{options}, take: take, results: map[int][]*Result{}}
}

func (w *pooled) job() *farm.Job {
	return &farm.Job{
		Doer: w.doer, Check: w.doer.check, Items: func() uint64 { return uint64(len(w.files)) }, AtMost: true,
		Describe: func() (*farm.Description, error) {
			data, err := digestOf(w.files, w.all.Prepare)
			if err != nil {
				return nil, err
			}
			return describe(&w.doer.Options, data)
		},
	}
}

// analyseByPool is [Analyse] with a pool.
func analyseByPool(ctx context.Context, files []string, o *Options, take func(*Result) error) error {
	w := newPooled(files, o, take)
	err := o.Pool.Run(ctx, w.job(), func(int) (farm.Shard, error) { return w.shard(ctx) }, w.answer, nil)
	if err != nil {
		return err
	}
	return w.flush(len(files))
}

// shard returns the shard of the next record that other machines can analyse. It answers
// the others.
func (w *pooled) shard(ctx context.Context) (farm.Shard, error) {
	for {
		i := w.next
		if i >= len(w.files) {
			return farm.Shard{}, io.EOF
		}
		w.next++
		list := known(w.files[i], w.doer.Options, w.all)
		file, err := shared(w.files[i], list)
		r := list[0]
		switch {
		case err != nil:
			r.Err = err
		case file == nil:
			for _, r := range list {
				r.analyse(ctx, w.doer.Options, w.all)
			}
		}
		w.mu.Lock()
		w.results[i] = list
		w.mu.Unlock()
		if file != nil && r.Err == nil {
			return farm.Shard{First: uint64(i), Items: 1, Payload: payload(r.Match, w.files[i], file)}, nil
		}
		if err := ctx.Err(); err != nil {
			return farm.Shard{}, err
		}
	}
}

// shared returns the bytes of a file that other machines can analyse: a small one with one
// complete match whose report is unknown. It returns nil for others.
func shared(path string, list []*Result) ([]byte, error) {
	r := list[0]
	if len(list) > 1 || r.Err != nil || r.Fault != nil || r.Cached {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > mostShared {
		return nil, nil // the path may have the number of a match
	}
	return os.ReadFile(path)
}

// answer takes the result of a shard, after those of the files before it.
func (w *pooled) answer(s farm.Shard, result []byte) error {
	i := int(s.First)
	if err := w.flush(i); err != nil {
		return err
	}
	w.mu.Lock()
	r := w.results[i][0]
	w.mu.Unlock()
	report, fault, err := w.doer.report(r.Match, result)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", r.File, err)
	case fault != nil:
		r.Err = fmt.Errorf("%s: %w", r.File, fault)
	default:
		if r.Report = report; w.all.Cache != nil {
			w.all.Cache.keep(r.Digest, r.Match, report)
		}
	}
	return w.flush(i + 1)
}

// flush takes the results of the files before the given one.
func (w *pooled) flush(end int) error {
	for ; w.taken < end; w.taken++ {
		w.mu.Lock()
		r := w.results[w.taken]
		delete(w.results, w.taken)
		w.mu.Unlock()
		if err := takeAll(r, w.take); err != nil {
			return err
		}
		if w.all.Progress != nil {
			w.all.Progress(int64(w.taken+1), int64(len(w.files)))
		}
	}
	return nil
}
