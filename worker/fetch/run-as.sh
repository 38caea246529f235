#!/bin/sh
# Runs $CHROMIUM as the user $CHROMIUM_UID, who has no privilege and no group. Playwright can name a program, but no user.
exec setpriv --reuid="$CHROMIUM_UID" --regid="$CHROMIUM_UID" --clear-groups --inh-caps=-all "$CHROMIUM" "$@"
