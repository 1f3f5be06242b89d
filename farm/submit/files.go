package submit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// upload stores the file on the server in pieces, unless the server has all of them and keeps
// them for some time. With again it stores all pieces, which replaces damaged ones.
func upload(ctx context.Context, c *wire.Client, f farm.File, again bool) (err error) {
	pieces := (f.Size + wire.PieceSize - 1) / wire.PieceSize
	if pieces == 0 {
		return fmt.Errorf("%s %.12s is empty", f.Name, f.SHA256)
	}
	if !again {
		if ok, err := uploaded(ctx, c, f, pieces); ok || err != nil {
			return err
		}
	}
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	piece := make([]byte, wire.PieceSize)
	for i := range pieces {
		n, err := io.ReadFull(content, piece)
		if err != nil && !(errors.Is(err, io.ErrUnexpectedEOF) && i == pieces-1) {
			return fmt.Errorf("%s %.12s: %w", f.Name, f.SHA256, err)
		}
		if err := uploadPiece(ctx, c, wire.PieceSubject(c.Key(), f.SHA256, i), piece[:n]); err != nil {
			return fmt.Errorf("cannot put %s %.12s on the server: %w", f.Name, f.SHA256, err)
		}
	}
	return nil
}

// uploaded reports whether the server has all pieces of the file, of which the first, and so
// all, are younger than half the age at which the server removes them.
func uploaded(ctx context.Context, c *wire.Client, f farm.File, pieces int64) (bool, error) {
	subjects, err := c.Subjects(ctx, wire.FileSubject(c.Key(), f.SHA256))
	if err != nil || int64(len(subjects)) != pieces {
		return false, err
	}
	m, err := c.Last(ctx, wire.PieceSubject(c.Key(), f.SHA256, 0))
	if m == nil || err != nil {
		return false, err
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get(nats.JSTimeStamp))
	return err == nil && time.Since(at) < wire.JobAge/2, nil
}

func uploadPiece(ctx context.Context, c *wire.Client, subject string, piece []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 4*wire.CallTimeout)
	defer cancel()
	_, err := c.JetStream().Publish(ctx, subject, piece, jetstream.WithExpectStream(wire.StreamOf(wire.StreamFiles, c.Key())))
	return c.Explain(err, subject)
}

// keepFiles uploads the files of the job that the server lacks or will soon remove; with again
// all of them. If the server is full, it removes the files of the submitter's former jobs.
func (r *run) keepFiles(again bool) error {
	for _, f := range r.desc.Files {
		err := upload(r.ctx, r.client, f, again)
		if errors.Is(err, wire.ErrFull) {
			err = errors.Join(removeFiles(r.ctx, r.client, r.desc.Files), upload(r.ctx, r.client, f, again))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeFiles removes the client's files from the server, except the given ones and those of
// jobs that the server has.
func removeFiles(ctx context.Context, c *wire.Client, except []farm.File) error {
	jobs, err := c.JobsOf(ctx, c.Key())
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
	pieces, err := c.Subjects(ctx, wire.TokenFile+"."+c.Key()+".>")
	for _, piece := range pieces {
		if sum := strings.Split(piece, ".")[2]; err == nil && !keep[sum] {
			keep[sum] = true // all its pieces are removed now
			err = c.Purge(ctx, wire.FileSubject(c.Key(), sum))
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
			err = r.client.Poke(r.addr)
		}
		r.post(func() {
			r.link.mending = false
			if err != nil {
				r.link.note = err.Error()
			}
		})
	}()
}
