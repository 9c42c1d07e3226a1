"""Tests of the client: `test_pure` and `test_transport` need nothing, the others need a league (server/test/scenarios/client/ starts one)."""
