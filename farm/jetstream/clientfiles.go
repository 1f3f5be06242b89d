package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
)

// upload stores the file on the server in pieces, unless the server has all of them and keeps
// them for some time. With again it stores all pieces, which replaces damaged ones.
func (c *Client) upload(ctx context.Context, f farm.File, again bool) (err error) {
	pieces := (f.Size + pieceSize - 1) / pieceSize
	if pieces == 0 {
		return fmt.Errorf("%s %.12s is empty", f.Name, f.SHA256)
	}
	if !again {
		if ok, err := c.uploaded(ctx, f, pieces); ok || err != nil {
			return err
		}
	}
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	piece := make([]byte, pieceSize)
	for i := range pieces {
		n, err := io.ReadFull(content, piece)
		if err != nil && !(errors.Is(err, io.ErrUnexpectedEOF) && i == pieces-1) {
			return fmt.Errorf("%s %.12s: %w", f.Name, f.SHA256, err)
		}
		if err := c.uploadPiece(ctx, pieceSubject(c.key, f.SHA256, i), piece[:n]); err != nil {
			return fmt.Errorf("cannot put %s %.12s on the server: %w", f.Name, f.SHA256, err)
		}
	}
	return nil
}

// uploaded reports whether the server has all pieces of the file, of which the first, and so
// all, are younger than half the age at which the server removes them.
func (c *Client) uploaded(ctx context.Context, f farm.File, pieces int64) (bool, error) {
	subjects, err := c.subjects(ctx, fileSubject(c.key, f.SHA256))
	if err != nil || int64(len(subjects)) != pieces {
		return false, err
	}
	m, err := c.last(ctx, pieceSubject(c.key, f.SHA256, 0))
	if m == nil || err != nil {
		return false, err
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get(nats.JSTimeStamp))
	return err == nil && time.Since(at) < JobAge/2, nil
}

func (c *Client) uploadPiece(ctx context.Context, subject string, piece []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 4*callTimeout)
	defer cancel()
	_, err := c.js.Publish(ctx, subject, piece, jetstream.WithExpectStream(streamOf(StreamFiles, c.key)))
	return c.explain(err, subject)
}

// errFile is the error of a worker that cannot read a file of its job. The submitter then
// uploads the files again.
var errFile = errors.New("the server lacks a file of the job")

// cache is the folder of a worker's files, whose names are their SHA-256.
type cache struct {
	client *Client
	folder string
}

// find returns the path of the owner's file. It fetches a missing or damaged file.
func (c *cache) find(ctx context.Context, owner string, f farm.File) (string, error) {
	if !digest.Valid(f.SHA256) {
		return "", fmt.Errorf("%q is not a SHA-256", f.SHA256)
	}
	path := filepath.Join(c.folder, f.SHA256)
	if got, err := digest.File(path); err == nil && got == f.SHA256 {
		return path, nil
	}
	if err := os.MkdirAll(c.folder, 0o777); err != nil {
		return "", err
	}
	err := atomicfile.Write(path, func(w io.Writer) error { return c.fetch(ctx, owner, f, w) })
	if err != nil {
		return "", fmt.Errorf("%w: %s %.12s: %w", errFile, f.Name, f.SHA256, err)
	}
	return path, nil
}

// fetch reads the file from the server and writes it to w.
func (c *cache) fetch(ctx context.Context, owner string, f farm.File, w io.Writer) error {
	sum := digest.New()
	for i := int64(0); i*pieceSize < f.Size; i++ {
		m, err := c.client.last(ctx, pieceSubject(owner, f.SHA256, i))
		switch {
		case err != nil:
			return err
		case m == nil:
			return fmt.Errorf("the server does not have piece %d", i)
		}
		if _, err := io.MultiWriter(sum, w).Write(m.Data); err != nil {
			return err
		}
	}
	if got := sum.String(); got != f.SHA256 {
		return fmt.Errorf("the server's file has SHA-256 %.12s", got)
	}
	return nil
}

// files returns the function with which the doers of a job find the job's files.
func (c *cache) files(j *Job) farm.Files {
	return func(ctx context.Context, sha256 string) (string, error) {
		for _, f := range j.Description.Files {
			if f.SHA256 == sha256 {
				return c.find(ctx, j.Owner, f)
			}
		}
		return "", fmt.Errorf("the job does not name the file %.12s", sha256)
	}
}

// keepFiles uploads the files of the job that the server lacks or will soon remove; with again
// all of them. If the server is full, it removes the files of the submitter's former jobs.
func (r *run) keepFiles(again bool) error {
	for _, f := range r.desc.Files {
		err := r.client.upload(r.ctx, f, again)
		if errors.Is(err, errFull) {
			err = errors.Join(r.client.removeFiles(r.ctx, r.desc.Files), r.client.upload(r.ctx, f, again))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeFiles removes the client's files from the server, except the given ones and those of
// jobs that the server has.
func (c *Client) removeFiles(ctx context.Context, except []farm.File) error {
	jobs, err := c.jobsOf(ctx, c.key)
	if err != nil {
		return err
	}
	keep := map[string]bool{}
	for _, f := range except {
		keep[f.SHA256] = true
	}
	for i := range jobs {
		for _, f := range jobs[i].Description.Files {
			keep[f.SHA256] = true
		}
	}
	pieces, err := c.subjects(ctx, tokenFile+"."+c.key+".>")
	for _, piece := range pieces {
		if sum := strings.Split(piece, ".")[2]; err == nil && !keep[sum] {
			keep[sum] = true // all its pieces are removed now
			err = c.purge(ctx, fileSubject(c.key, sum))
		}
	}
	return err
}

// mendFiles uploads all files again if a worker could not read one of them.
func (r *run) mendFiles(now time.Time) {
	if !r.link.damaged || r.link.mending || now.Sub(r.link.mended) < mendEvery {
		return
	}
	r.link.damaged, r.link.mending, r.link.mended = false, true, now
	go func() {
		err := r.keepFiles(true)
		if err == nil {
			err = r.client.poke(r.addr)
		}
		r.post(func() {
			r.link.mending = false
			if err != nil {
				r.link.note = err.Error()
			}
		})
	}()
}
