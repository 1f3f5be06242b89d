package serve

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/process"
)

// Limits of notices.
const (
	noticePatience = 30 * time.Second // for an address or a command
	mostNotices    = 64               // that wait; further ones are dropped
)

// notifier returns the function that sends notices to what the flag names, one after the other; nil for
// none. Failures are warnings.
func notifier(c *cli.Context) (send func(text []byte), err error) {
	to := c.String("notify")
	if to == "" {
		return nil, nil
	}
	deliver := post
	if !strings.HasPrefix(to, "http://") && !strings.HasPrefix(to, "https://") {
		deliver = pipe
		if words, err := process.Split(to); err != nil || len(words) == 0 {
			return nil, fmt.Errorf("%q is no address and no command: %w", to, err)
		}
	} else if at, err := url.Parse(to); err != nil || at.Host == "" {
		return nil, fmt.Errorf("%q, want an address such as https://example.org/hook", to)
	}
	waiting := make(chan []byte, mostNotices)
	go func() {
		for {
			select {
			case <-c.Context.Done():
				return
			case text := <-waiting:
				if err := within(c.Context, to, text, deliver); err != nil {
					cliutil.Warn(c, "--notify: %v", err)
				}
			}
		}
	}()
	return func(text []byte) {
		select {
		case waiting <- text:
		default:
			cliutil.Warn(c, "--notify: %d notices wait, one more is dropped", mostNotices)
		}
	}, nil
}

// within delivers a notice, unless that takes too long.
func within(ctx context.Context, to string, text []byte, deliver func(ctx context.Context, to string, text []byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, noticePatience)
	defer cancel()
	return deliver(ctx, to, text)
}

// post sends a notice to an address.
func post(ctx context.Context, to string, text []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s answers %s", to, response.Status)
	}
	return nil
}

// pipe runs a command with a notice as its input.
func pipe(ctx context.Context, command string, text []byte) error {
	words, err := process.Split(command)
	if err != nil {
		return err
	}
	run := exec.CommandContext(ctx, words[0], words[1:]...)
	run.Stdin = bytes.NewReader(append(text, '\n'))
	if out, err := run.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w %s", words[0], err, bytes.TrimSpace(out))
	}
	return nil
}
